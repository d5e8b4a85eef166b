import { Ajv2020 } from "ajv/dist/2020.js";
import { ruleGroups } from "../check/lint-rule.js";
import { groupOf, type Level, type LintSettings, type TeamRule } from "../check/lint-settings.js";
import { closestWord } from "../spec/closest-word.js";
import { UsageError } from "./exit-code.js";
import { configFile } from "./project.js";

/** Reads what the config says about rules; a level for a rule that does not exist would protect nobody. */
export function lintSettings(levels: { readonly [rule: string]: Level }, teamRules: readonly TeamRule[]): LintSettings {
  const known = [...ruleGroups, ...Object.keys(groupOf), ...teamRules.map(({ id }) => `team/${id}`)];
  for (const rule of Object.keys(levels)) {
    if (known.includes(rule)) continue;
    const meant = closestWord(rule, known);
    throw new UsageError(
      `"rules" in ${configFile} gives a level to ${JSON.stringify(rule)}, which is no rule with levels.`,
      meant === null ? `Rules with levels are: ${known.join(", ")}.` : `Did you mean ${JSON.stringify(meant)}?`,
    );
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const [index, { match = true, require }] of teamRules.entries())
    for (const [word, schema] of Object.entries({ match, require }))
      try {
        ajv.compile(schema as object | boolean);
      } catch (error) {
        throw new UsageError(
          `"ownRules[${index}].${word}" in ${configFile} is not a JSON Schema: ${(error as Error).message}`,
          "It is a JSON Schema (2020-12) over a whole spec.",
        );
      }
  return { levels, teamRules };
}
