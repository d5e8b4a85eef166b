import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import { checkInput } from "./check-input.js";
import { withPart } from "./json-pointer.js";
import type { LinkedTool } from "./linked-tool.js";

/** The input with an approver's edits, judged again; or a sentence on why they are refused. */
export async function editInput(
  tool: LinkedTool,
  record: ExecutionRecord,
  edits: { readonly [pointer: string]: Json },
): Promise<{ readonly input: Json } | { readonly refusal: string }> {
  const { approval } = tool.policy;
  const editable = approval === "never" ? [] : approval.editable;
  const forbidden = Object.keys(edits).find((pointer) => !editable.includes(pointer));
  if (forbidden !== undefined) return { refusal: `the spec does not let an approver edit ${forbidden}` };
  const before = record.approval?.edited ?? record.input;
  const edited = Object.entries(edits).reduce((input, [pointer, part]) => withPart(input, pointer, part), before);
  const checked = await checkInput(tool, edited, record);
  if (checked.ok) return { input: checked.input };
  return { refusal: checked.violations.map(({ path, message }) => `${path || "/"} ${message}`).join("; ") };
}
