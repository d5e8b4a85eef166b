import { createExecutor } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { registry } from "../generated/registry.js";
import { CloseAccountTool } from "../generated/tools/close-account.js";
import { refundPayment } from "./tools/refund-payment.js";

export const executor = createExecutor(registry, {
  tools: { refund_payment: refundPayment, close_account: new CloseAccountTool(async () => null) },
  ledger: sqliteLedger("ledger.db"),
  stores: "ledger",
});
