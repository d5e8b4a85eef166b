import { closestWord } from "../spec/closest-word.js";
import { childPointer, pointerSegments } from "../spec/json-pointer.js";
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
      if (presence === "absent") found.push(absent(pointer, `/key/from/${index}`, input));
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
    if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, `/key/ignore/${index}`, input));
  const editable = typeof spec.approval === "object" ? (spec.approval.editable ?? []) : [];
  for (const [index, pointer] of editable.entries())
    if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, `/approval/editable/${index}`, input));
  const { summary = "", metadata = {} } = typeof spec.approval === "object" ? spec.approval : {};
  for (const { at, text } of textsIn(summary, "/approval/summary").concat(textsIn(metadata, "/approval/metadata")))
    for (const [, pointer = ""] of text.matchAll(/\{(\/[^{}]*)\}/g))
      if (pointerInSchema(input, pointer) === "absent") found.push(absent(pointer, at, input));
  return found;
}

function textsIn(value: unknown, at: string): readonly { readonly at: string; readonly text: string }[] {
  if (typeof value === "string") return [{ at, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, childPointer(at, name)));
}

function absent(pointer: string, at: string, input: unknown): Finding {
  const properties = (input as { properties?: object } | null)?.properties ?? {};
  const [first = "", ...rest] = pointerSegments(pointer);
  const meant = closestWord(first, Object.keys(properties));
  const near = meant === null || meant === first ? null : [meant, ...rest].reduce(childPointer, "");
  return {
    code: "pointer-not-in-input",
    pointer: at,
    message: `The input has no ${pointer}.`,
    hint:
      near === null
        ? "Point to a property that the input schema declares, such as /orderId or /customer/id."
        : `Did you mean ${near}?`,
  };
}
