import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { Violation } from "../tool/verdict.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import { copyJson, NotJsonError } from "./copy-json.js";
import type { LinkedTool } from "./linked-tool.js";
import { redactText } from "./secrets/redact.js";
import { textOf } from "./text-of.js";

export type CheckedInput =
  | { readonly ok: true; readonly input: Json }
  | { readonly ok: false; readonly violations: readonly Violation[] };

/** Judges an input by the schema and then by the tool's own rules, before anyone is asked to approve it. */
export function checkInput(tool: LinkedTool, value: unknown, caller: Caller): Awaitable<CheckedInput> {
  // Copied before anything is awaited, so that the caller cannot change what is judged.
  let input: Json;
  try {
    input = copyJson(value);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    return { ok: false, violations: [{ path: error.path, message: error.message, keyword: "json" }] };
  }
  return whenThere(tool.contract(), (contract) => {
    const verdict = contract.input(input);
    if (!verdict.ok) return verdict;
    return tool.validate === null ? { ok: true, input } : judgeByTool(tool, tool.validate, input, caller);
  });
}

async function judgeByTool(
  { policy }: LinkedTool,
  validate: NonNullable<LinkedTool["validate"]>,
  input: Json,
  caller: Caller,
): Promise<CheckedInput> {
  const violations = await violationsBy(validate, input, caller);
  if (violations.length === 0) return { ok: true, input };
  // A tool's own rules may quote what they were given.
  const clean = (text: string) => redactText(policy, input, text);
  return { ok: false, violations: violations.map((one) => ({ ...one, message: clean(one.message) })) };
}

/** What a tool's own rules find; one that cannot judge an input does not let it through. */
async function violationsBy(
  validate: NonNullable<LinkedTool["validate"]>,
  input: Json,
  caller: Caller,
): Promise<readonly Violation[]> {
  const unjudged = (why: string) => [{ path: "", message: `could not be judged: ${why}`, keyword: "validate" }];
  try {
    const violations: unknown = await validate(input, { caller });
    return Array.isArray(violations) ? violations : unjudged("validate said neither yes nor no");
  } catch (error) {
    return unjudged(textOf(error));
  }
}
