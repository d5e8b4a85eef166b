import { fitsSchema } from "../model/fits-schema.js";
import type { CheckedTool } from "../spec/check-tool.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import type { TeamRule } from "./lint-settings.js";

/** Asks the team's own rules about one spec. */
export function teamFindings({ document, spec }: CheckedTool, rules: readonly TeamRule[]): readonly Diagnostic[] {
  return rules.flatMap(({ id, match = true, require, message, level = "error" }) => {
    if (level === "off" || fitsSchema(match, spec) !== null) return [];
    const why = fitsSchema(require, spec);
    if (why === null) return [];
    const [, pointer = ""] = /^(\/\S*) /.exec(why) ?? [];
    return [
      {
        code: `team/${id}`,
        severity: level,
        message,
        file: document.file,
        range: document.range(pointer === "" ? "/name" : pointer),
        pointer,
        hint: `The rule is in toolwright.config.json; what it asks for and does not find: ${why}.`,
      },
    ];
  });
}
