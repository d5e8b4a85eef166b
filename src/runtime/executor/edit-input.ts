import type { DecisionRecord, ExecutionRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import { editedBy } from "./approved-by.js";
import { checkInput } from "./check-input.js";
import type { LinkedTool } from "./linked-tool.js";

/** The input as those who say yes edit it, judged again; absent if they leave it; or why their edits are refused. */
export async function editInput(
  tool: LinkedTool,
  record: ExecutionRecord,
  yeses: readonly Pick<DecisionRecord, "edits">[],
): Promise<{ readonly edited?: Json } | { readonly refusal: string }> {
  const { approval } = tool.policy;
  const editable = approval === "never" ? [] : approval.editable;
  const pointers = yeses.flatMap(({ edits }) => Object.keys(edits ?? {}));
  if (pointers.length === 0) return {};
  const forbidden = pointers.find((pointer) => !editable.includes(pointer));
  if (forbidden !== undefined) return { refusal: `the spec does not let an approver edit ${forbidden}` };
  const checked = await checkInput(tool, editedBy(yeses, record.input), record);
  if (checked.ok) return { edited: checked.input };
  return { refusal: checked.violations.map(({ path, message }) => `${path || "/"} ${message}`).join("; ") };
}
