import { pointerInSchema } from "../../model/pointer-in-schema.js";
import type { LintRule } from "../lint-rule.js";

/** A key that is made of something every call has. */
export const keyNamesRequiredField: LintRule = {
  group: "correctness",
  level: "error",
  check({ spec, input }) {
    if (spec.key === undefined) return [];
    const from = spec.key.from ?? "input";
    const isSafe =
      from === "input"
        ? typeof input === "object" && input !== null && "required" in input
        : from.some((pointer) => pointerInSchema(input, pointer) !== "optional");
    return isSafe
      ? []
      : [
          {
            code: "key-without-required-field",
            pointer: spec.key.from === undefined ? "/key" : "/key/from",
            message: "Nothing that makes this key is required, so calls that leave it all out share one key.",
            hint: 'Make the key from a property that "input.required" lists, or make one of these required.',
          },
        ];
  },
};
