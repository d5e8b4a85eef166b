import type { ExecutionRecord } from "../ledger/execution-record.js";
import { checkInput } from "./check-input.js";
import type { LinkedTool } from "./linked-tool.js";

/** Whether a body may run with a recorded input: it is judged again where the spec has changed since. */
export async function inputStillFits(tool: LinkedTool, record: ExecutionRecord): Promise<boolean> {
  return tool.policy.specDigest === record.specDigest || (await checkInput(tool, record.input, record)).ok;
}
