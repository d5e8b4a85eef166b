import type { Executor } from "@toolwright/runtime";
import type { Catalog } from "../../../../generated/registry.js";
import { SendEmailTool } from "../../../../generated/tools/send-email.js";

declare const executor: Executor<Catalog>;
const context = { thread: "t", callId: "c" };

executor.execute("refund_payment", { orderId: "o_1", amount: 1, reason: "fraud" }, context);
executor.execute("refund_payment", { orderId: "o_1", amount: "1" }, context);
executor.execute("refund_payment", { orderId: "o_1" }, context);
executor.execute("refund_payment", { orderId: "o_1", amount: 1, reason: "whim" }, context);
executor.execute("refund_payment", { orderId: "o_1", amount: 1, currency: "EUR" }, context);
executor.execute("refund_everything", {}, context);

new SendEmailTool(async ({ to }) => ({ messageId: to }));
new SendEmailTool(async ({ cc }) => ({ messageId: cc }));
new SendEmailTool(async ({ to }) => ({ id: to }));
