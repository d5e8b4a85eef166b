import type { Template } from "./fill-template.js";

/** The shapes of the generated files. */
export interface Templates {
  readonly tool: Template;
  readonly store: Template;
  readonly state: Template;
  readonly contract: Template;
  readonly registry: Template;
}

/** The names of the templates; each is a file `<name>.ts.tpl`. */
export const templateNames = [
  "tool",
  "store",
  "state",
  "contract",
  "registry",
] as const satisfies readonly (keyof Templates)[];
