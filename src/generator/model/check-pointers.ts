import type { Finding } from "../spec/spec-document.js";
import type { ToolSpec } from "../spec/tool-spec.js";
import { pointerInSchema } from "./pointer-in-schema.js";

/** Pointers of a spec must lead somewhere in its input; those of a key should lead to what is always there. */
export function checkPointers(spec: ToolSpec, input: unknown): readonly Finding[] {
  const found: Finding[] = [];
  const from = spec.key?.from ?? "input";
  if (from !== "input")
    for (const [index, pointer] of from.entries()) {
      const presence = pointerInSchema(input, pointer);
      if (presence === "absent") found.push(absent(pointer, `/key/from/${index}`));
      if (presence === "optional")
        found.push({
          code: "key-part-optional",
          severity: "warning",
          pointer: `/key/from/${index}`,
          message: `${pointer} makes the key but may be missing from the input.`,
          hint: "Make it required: calls without it all share one key.",
        });
    }
  for (const [index, pointer] of (spec.key?.ignore ?? []).entries())
    if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, `/key/ignore/${index}`));
  const editable = typeof spec.approval === "object" ? (spec.approval.editable ?? []) : [];
  for (const [index, pointer] of editable.entries())
    if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, `/approval/editable/${index}`));
  const summary = typeof spec.approval === "object" ? (spec.approval.summary ?? "") : "";
  for (const [, pointer = ""] of summary.matchAll(/\{(\/[^{}]*)\}/g))
    if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, "/approval/summary"));
  return found;
}

function absent(pointer: string, at: string): Finding {
  return {
    code: "pointer-not-in-input",
    pointer: at,
    message: `The input has no ${pointer}.`,
    hint: "Point to a property that the input schema declares, such as /orderId or /customer/id.",
  };
}
