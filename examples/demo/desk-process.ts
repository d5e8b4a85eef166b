import { readFileSync } from "node:fs";
import { type AnyResult, type Executor, signDecision } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import type { Catalog } from "../../generated/registry.js";
import { send } from "../clients/send.js";
import { createDesk } from "../executor.js";
import { stockOrders } from "../stock-orders.js";
import { caller, type DeskCall, type DeskOrders, type DeskReports, type DeskTask } from "./desk-task.js";
import { deadlyLedger, deadlySend } from "./kill-point.js";

// One process of the support desk: opens the ledger that all of them share, does its task, reports, and ends.
const { ledgerFile, farSide, approvals, graceMs, task } = JSON.parse(process.argv[2] ?? "") as DeskOrders;
const dieAt = task.kind === "call" ? task.dieAt : null;
const ledger = deadlyLedger(sqliteLedger(ledgerFile), dieAt);
const desk = createDesk({
  ledger,
  send: deadlySend(send, dieAt),
  farSide,
  approvals,
  graceMs,
});
const report = await perform(desk, task);
await desk.close();
process.send?.(report, () => process.disconnect());

async function perform(desk: Executor<Catalog>, task: DeskTask): Promise<DeskReports[DeskTask["kind"]]> {
  switch (task.kind) {
    case "stock": {
      const order = { status: "paid", total: 50_000, customerEmail: "ada@example.org", lines: [] } as const;
      await stockOrders(ledger, caller.tenant, Object.fromEntries(task.orders.map((id) => [id, order])));
      return null;
    }
    case "call":
      return Promise.all(task.calls.map((call) => make(desk, call)));
    case "approve": {
      const key = readFileSync(task.keyFile, "utf8");
      const open = await desk.approvals.list();
      for (const request of open)
        await desk.approvals.decide(signDecision(request, { verdict: "approve", by: task.person }, key));
      return open.map(({ summary }) => summary);
    }
    case "recover":
      return desk.recover();
    case "resolve":
      return desk.doubts.resolve(task.call, task.resolution, task.by, task.evidence);
  }
}

async function make(desk: Executor<Catalog>, { tool, input, callId }: DeskCall): Promise<AnyResult> {
  const result = await desk.offer(tool, input, { ...caller, callId });
  if (result === null) throw new Error(`the desk has no ${tool}`);
  return result;
}
