import { createExecutor, type Executor, type ExecutorOptions, type Ledger } from "@toolwright/runtime";
import { type Catalog, type EnvName, registry, type Wiring } from "../generated/registry.js";
import { accounts } from "./clients/accounts.js";
import { mail } from "./clients/mail.js";
import { payments } from "./clients/payments.js";
import type { Send } from "./clients/send.js";
import { warehouse } from "./clients/warehouse.js";
import { closeAccount } from "./tools/close-account.js";
import { lookUpOrder } from "./tools/look-up-order.js";
import { refundPayment } from "./tools/refund-payment.js";
import { sendEmail } from "./tools/send-email.js";
import { shipReplacement } from "./tools/ship-replacement.js";
import { tagTicket } from "./tools/tag-ticket.js";

/** What the support desk stands on. */
export interface Desk extends ExecutorOptions {
  readonly ledger: Ledger<"durable">;
  readonly send: Send;
  /** Where all services of the far side listen. */
  readonly farSide: string;
  readonly approvals: Wiring["approvals"];
}

/** Links the six tools of the shop's support desk. */
export function createDesk({ ledger, send, farSide, approvals, ...options }: Desk): Executor<Catalog> {
  const env: Readonly<Record<EnvName, string>> = {
    PAYMENTS_API_KEY: "demo",
    MAIL_URL: farSide,
    WAREHOUSE_URL: farSide,
    WAREHOUSE_TOKEN: "demo",
  };
  return createExecutor(registry, {
    tools: {
      look_up_order: lookUpOrder,
      tag_ticket: tagTicket,
      refund_payment: refundPayment(payments(send, farSide)),
      ship_replacement: shipReplacement(warehouse(send)),
      send_email: sendEmail(mail(send)),
      close_account: closeAccount(accounts(send, farSide)),
    },
    ledger,
    stores: "ledger",
    approvals,
    env: (name) => env[name],
    ...options,
  });
}
