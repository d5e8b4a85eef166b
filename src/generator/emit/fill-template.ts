import type { Diagnostic } from "../spec/diagnostic.js";
import type { DiagnosticCode } from "../spec/explanations.js";
import { LineIndex } from "../spec/line-index.js";

/** The text of one template and the name it is known by. */
export interface Template {
  readonly name: string;
  readonly text: string;
}

/** A template and what is filled into it do not fit each other; the findings have positions. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
  readonly template: Template;
  readonly diagnostics: readonly Diagnostic[];
  constructor(template: Template, diagnostics: readonly Diagnostic[]) {
    super(`${template.name} is wrong`);
    this.template = template;
    this.diagnostics = diagnostics;
  }
}

/** A filled template. */
export interface Filled {
  /** Throws a TemplateError where something is wrong, so that nobody can forget to look. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Puts texts into the holes of a template. A hole nobody fills, and a text without a hole, are errors with a position. */
export function fillTemplate(template: Template, holes: { readonly [hole: string]: string }): Filled {
  const diagnostics: Diagnostic[] = [];
  const lines = new LineIndex(template.text);
  const used = new Set<string>();
  const report = (code: DiagnosticCode, start: number, end: number, message: string, hint: string) =>
    diagnostics.push({
      code,
      severity: "error",
      message,
      file: template.name,
      range: lines.range(start, end),
      pointer: "",
      hint,
    });
  for (const { 0: whole, 1: hole = "", index } of template.text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (Object.hasOwn(holes, hole)) used.add(hole);
    else
      report(
        "unknown-hole",
        index,
        index + whole.length,
        `Nothing fills the hole ${whole}.`,
        `The holes are: ${Object.keys(holes).sort().join(", ")}.`,
      );
  }
  for (const hole of Object.keys(holes))
    if (!used.has(hole))
      report(
        "unfilled-hole",
        0,
        0,
        `The template has no hole {{${hole}}}.`,
        "Put it where that text belongs: leaving it out would drop it.",
      );
  const text = template.text
    .replaceAll("\r\n", "\n")
    // An empty hole on a line of its own takes the line, and the blank one behind it, away.
    .replace(/^\{\{([^{}]*)\}\}\n\n?/gm, (whole, hole: string) => (holes[hole] === "" ? "" : whole))
    .replace(/\{\{([^{}]*)\}\}/g, (_, hole: string) => holes[hole] ?? "");
  return {
    get text() {
      if (diagnostics.length > 0) throw new TemplateError(template, diagnostics);
      return text;
    },
    diagnostics,
  };
}
