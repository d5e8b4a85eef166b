import { childPointer } from "../../spec/json-pointer.js";
import type { Finding } from "../../spec/spec-document.js";
import type { LintRule } from "../lint-rule.js";

/** The narrowest limits of the large providers: properties in all, levels, enum values in all. */
const most = { properties: 5000, levels: 10, choices: 1000 };

/** An input schema that every large model provider takes. */
export const modelsAcceptInput: LintRule = {
  group: "model-friendliness",
  level: "warning",
  check({ spec: { input: written }, input }) {
    const found: Finding[] = [];
    if (!isObject(input) || (input.type !== "object" && typeof input.$ref !== "string"))
      found.push({
        code: "input-not-object",
        pointer: "/input",
        message: "Model providers only take tools whose input is an object.",
        hint: 'Say "type": "object" and name what is passed as a property.',
      });
    const counts = { properties: 0, levels: 0, choices: 0 };
    count(written, 0, "/input");
    for (const [what, limit] of Object.entries(most) as [keyof typeof most, number][])
      if (counts[what] > limit)
        found.push({
          code: "input-too-large-for-models",
          pointer: "/input",
          part: "word",
          message: `The input has ${counts[what]} ${names[what]}; some model providers refuse more than ${limit}.`,
          hint: "Split the tool, or take an id and look the rest up.",
        });
    return found;

    function count(schema: unknown, level: number, pointer: string): void {
      if (!isObject(schema) || level > 64) return;
      counts.levels = Math.max(counts.levels, level);
      if (Array.isArray(schema.enum)) counts.choices += schema.enum.length;
      const properties = isObject(schema.properties) ? schema.properties : {};
      for (const [name, member] of Object.entries(properties)) {
        counts.properties++;
        const at = childPointer(`${pointer}/properties`, name);
        if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name))
          found.push({
            code: "property-not-portable",
            pointer: at,
            part: "word",
            message: `Some model providers refuse a property named ${JSON.stringify(name)}.`,
            hint: "Letters, digits, _, . and -, 64 at most, work everywhere.",
          });
        count(member, level + 1, at);
      }
      for (const word of ["items", "additionalProperties"]) count(schema[word], level + 1, `${pointer}/${word}`);
      for (const word of ["allOf", "anyOf", "oneOf"])
        if (Array.isArray(schema[word]))
          for (const [index, member] of (schema[word] as unknown[]).entries())
            count(member, level, `${pointer}/${word}/${index}`);
    }
  },
};

const names = { properties: "properties", levels: "levels of nesting", choices: "enum values" };

function isObject(value: unknown): value is { readonly [word: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
