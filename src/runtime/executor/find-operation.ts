import type { CallName } from "../ledger/call-record.js";
import { executionOf } from "./handle.js";
import type { Link } from "./link.js";
import type { AnyResult } from "./result.js";
import { resultOf } from "./result-of.js";

/** An operation as it stands: whose it is, what the far side calls it, and what its call would be told now. */
export interface Operation extends CallName {
  readonly tool: string;
  readonly operationId: string;
  /** The far side's own name for it, once attached. */
  readonly externalOperationId: string | null;
  readonly result: AnyResult;
}

/** Looks an operation up and changes nothing; null if nobody knows it, or its key has newer work. */
export async function findOperation(link: Link, tenant: string, operationId: string): Promise<Operation | null> {
  const record = await executionOf(link.ledger, operationId);
  const tool = record && link.tools.get(record.tool);
  if (!tool || record.tenant !== tenant || record.operation?.id !== operationId) return null;
  const { thread, callId, operation } = record;
  const result = resultOf(tool.policy, record, callId, true);
  return { tool: record.tool, tenant, thread, callId, operationId, externalOperationId: operation.externalId, result };
}
