import type { Change } from "./ledger.js";

/** Whether a change is nothing but the claim that begins an execution, with the call that asks for it. */
export function isFirstClaim({ call, execution, stores }: Change): boolean {
  if (call === undefined || execution === undefined || (stores !== undefined && stores.length > 0)) return false;
  const { key, generation, tenant, tool, status, approval } = execution.next;
  const isOwn = call.key === key && call.generation === generation && call.tenant === tenant && call.tool === tool;
  return isOwn && execution.expects === 0 && generation === 1 && status === "running" && approval === null;
}

/** Why another change may not say `unseen`. */
export const notUnseen = "only the claim that begins an execution may be written without a look";
