import { pointerSegments } from "../../spec/json-pointer.js";
import type { LintRule } from "../lint-rule.js";

/** A key of an idempotent tool covers its input or ends: setting the same thing to another value is work of its own. */
export const keyEndsOrCoversInput: LintRule = {
  group: "correctness",
  level: "warning",
  check({ spec, input }) {
    const { from = "input", ignore = [], window } = spec.key ?? {};
    if (spec.effect !== "idempotent" || spec.key === undefined || window !== undefined) return [];
    if (from === "input" || from.includes("")) return [];
    const said = new Set([...from, ...ignore].map((pointer) => pointerSegments(pointer)[0]));
    const left = membersOf(input).filter((name) => !said.has(name));
    if (left.length === 0) return [];
    const [first = ""] = left;
    return [
      {
        code: "key-without-window",
        pointer: "/key/from",
        message: `After one success, a call with this key and another ${JSON.stringify(first)} is a conflict for ever.`,
        hint: `Add it to "from" if another one is other work, or "window": "1h" if it may follow later; without a key, the call id names the work.`,
      },
    ];
  },
};

function membersOf(schema: unknown): readonly string[] {
  const { properties } = (typeof schema === "object" && schema !== null ? schema : {}) as { properties?: object };
  return Object.keys(properties ?? {});
}
