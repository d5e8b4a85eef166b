import pc from "picocolors";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { codeFrame } from "./code-frame.js";

/** Findings for people: place, what is wrong, the lines around it, a hint. */
export function renderText(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  colours = false,
): string {
  // Asked for, never guessed: the same findings must give the same text in every environment.
  const paint = pc.createColors(colours);
  return diagnostics.map((diagnostic) => renderOne(diagnostic, texts.get(diagnostic.file), paint)).join("\n");
}

function renderOne(diagnostic: Diagnostic, text: string | undefined, paint: Colors): string {
  const { file, range, severity, code, message, hint } = diagnostic;
  const colour = severity === "error" ? paint.red : severity === "warning" ? paint.yellow : paint.cyan;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const frame = text === undefined ? "" : `${indent(codeFrame(text, range))}\n`;
  return `${paint.bold(place)} ${colour(`${severity} ${code}`)}\n  ${plain(message)}\n${frame}  ${paint.dim("hint:")} ${plain(hint)}\n`;
}

type Colors = ReturnType<typeof pc.createColors>;

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "·");
}
