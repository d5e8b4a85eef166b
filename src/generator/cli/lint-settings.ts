import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ruleGroups } from "../check/lint-rule.js";
import { groupOf, type LintSettings } from "../check/lint-settings.js";
import { closestWord } from "../spec/closest-word.js";
import { sortDiagnostics } from "../spec/diagnostic.js";
import { childPointer } from "../spec/json-pointer.js";
import { readDocument } from "../spec/read-document.js";
import { diagnose, type Finding } from "../spec/spec-document.js";
import { ConfigError, configFile, type Project } from "./project.js";

/** What the config says about rules. A level for a rule that does not exist would protect nobody, so it is an error. */
export function lintSettings(root: string, { rules, ownRules }: Pick<Project, "rules" | "ownRules">): LintSettings {
  const settings = { levels: rules, teamRules: ownRules };
  const found = [...unknownRules(settings), ...badTeamRules(settings)];
  if (found.length === 0) return settings;
  const text = readFileSync(join(root, configFile), "utf8");
  const { document } = readDocument(configFile, text);
  const placed = document === null ? [] : found.map((finding) => diagnose(document, finding));
  throw new ConfigError(sortDiagnostics(placed), text);
}

function unknownRules({ levels, teamRules }: LintSettings): readonly Finding[] {
  const known = [...ruleGroups, ...Object.keys(groupOf), ...teamRules.map(({ id }) => `team/${id}`)];
  return Object.keys(levels)
    .filter((rule) => !known.includes(rule))
    .map((rule) => {
      const meant = closestWord(rule, known);
      return {
        code: "unknown-rule",
        pointer: childPointer("/rules", rule),
        part: "word",
        message: `${JSON.stringify(rule)} is no rule with levels.`,
        hint: meant === null ? `Rules with levels are: ${known.join(", ")}.` : `Did you mean ${JSON.stringify(meant)}?`,
      };
    });
}

function badTeamRules({ teamRules }: LintSettings): readonly Finding[] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return teamRules.flatMap(({ match = true, require }, index) =>
    Object.entries({ match, require }).flatMap(([word, schema]): readonly Finding[] => {
      try {
        ajv.compile(schema as object | boolean);
        return [];
      } catch (error) {
        return [
          {
            code: "bad-team-rule",
            pointer: `/ownRules/${index}/${word}`,
            message: `This is not a JSON Schema: ${(error as Error).message}.`,
            hint: "It is a JSON Schema (2020-12) over a whole spec.",
          },
        ];
      }
    }),
  );
}
