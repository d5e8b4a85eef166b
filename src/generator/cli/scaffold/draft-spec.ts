import type { Effect } from "@toolwright/runtime";
import { fillTemplate, type Template } from "../../emit/fill-template.js";
import { UsageError } from "../exit-code.js";

/** What a new spec says. */
export interface NewSpec {
  readonly name: string;
  readonly description: string | undefined;
  readonly effect: Effect;
  readonly approval: "always" | "never" | undefined;
}

/** Refuses a name that some model provider or some file system would. */
export function refuseName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  throw new UsageError(
    `${JSON.stringify(name)} cannot be the name of a tool.`,
    "Begin with a letter; letters, digits, _ and -, 64 at most, work everywhere: refund_payment.",
  );
}

/** Writes the smallest spec of a tool. Whatever changes the world waits for a person, unless told otherwise. */
export function draftSpec(template: Template, spec: NewSpec, schema: string): string {
  const { name, description, effect, approval } = spec;
  return fillTemplate(template, {
    schema: JSON.stringify(schema),
    name: JSON.stringify(name),
    description: JSON.stringify(description ?? `Say here what ${name} does, and when a model should use it.`),
    approval: approvalLine(approval ?? (effect === "read" ? undefined : "always")),
    effect: JSON.stringify(effect),
  }).text;
}

function approvalLine(approval: NewSpec["approval"]): string {
  switch (approval) {
    case undefined:
      return "";
    case "never":
      return '  "approval": "never",';
    case "always":
      return '  "approval": { "when": "always", "by": ["approvers"] },';
  }
}
