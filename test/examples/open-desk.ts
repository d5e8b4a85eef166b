import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApprovalRequest,
  type CallContext,
  type CallName,
  generateApproverKeys,
  signDecision,
} from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { type Send, send } from "../../build/examples/clients/send.js";
import { createDesk } from "../../build/examples/executor.js";
import { startFarSide } from "../../build/examples/far-side/start-far-side.js";
import { stockOrders } from "../../build/examples/stock-orders.js";

const keys = { finance: generateApproverKeys(), lead: generateApproverKeys() };
const orders = {
  o_1: { status: "paid", total: 50_000, customerEmail: "ada@example.org", lines: [{ sku: "mug", quantity: 2 }] },
} as const;

/** The support desk on a ledger file and a far side of its own, as processes of the demo open it. */
export async function openDesk() {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-desk-"));
  const farSide = await startFarSide();
  const approvals = { finance: { ann: keys.finance.publicKey }, lead: { lea: keys.lead.publicKey }, warehouse: {} };
  let clockMs = 0;
  /** Another process's view: its own connection to the same file. */
  const link = (way: Send = send) =>
    createDesk({
      ledger: sqliteLedger(join(folder, "ledger.db"), { clock: () => Date.now() + clockMs }),
      send: way,
      farSide: farSide.url,
      approvals,
      graceMs: 50,
      notice: () => {},
    });
  const stocking = sqliteLedger(join(folder, "ledger.db"));
  await stockOrders(stocking, "shop", orders);
  await stocking.close();
  const desk = link();
  return {
    desk,
    link,
    turnClock: (ms: number) => {
      clockMs += ms;
    },
    count: async (path: string) =>
      ((await send({ method: "GET", url: `${farSide.url}/${path}` })).body as { readonly count: number }).count,
    approve: (request: ApprovalRequest, group: keyof typeof keys, verdict: "approve" | "deny" = "approve") =>
      desk.approvals.decide(
        signDecision(request, { verdict, by: group === "lead" ? "lea" : "ann" }, keys[group].privateKey),
      ),
    async close() {
      await desk.close();
      await farSide.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A context for a call with this id. */
export function as(callId: string, more: Partial<CallContext> = {}): CallContext & CallName {
  return { user: "agent", ...more, tenant: "shop", thread: "ticket-7", callId };
}
