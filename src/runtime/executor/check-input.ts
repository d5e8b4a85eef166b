import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { Violation } from "../tool/verdict.js";
import { copyJson, NotJsonError } from "./copy-json.js";
import type { LinkedTool } from "./linked-tool.js";

export type CheckedInput =
  | { readonly ok: true; readonly input: Json }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** Judges an input by the schema and then by the tool's own rules, before anyone is asked to approve it. */
export async function checkInput(tool: LinkedTool, value: unknown, caller: Caller): Promise<CheckedInput> {
  // Copied before anything is awaited, so that the caller cannot change what is judged.
  let input: Json;
  try {
    input = copyJson(value);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    return { ok: false, violations: [{ path: error.path, message: error.message, keyword: "json" }] };
  }
  const verdict = (await tool.contract()).input(input);
  if (!verdict.ok) return verdict;
  const violations = tool.validate === null ? [] : await tool.validate(input, { caller });
  return violations.length === 0 ? { ok: true, input } : { ok: false, violations };
}
