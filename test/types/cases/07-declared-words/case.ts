import { LookUpOrderTool } from "../../../../generated/tools/look-up-order.js";
import { SendEmailTool } from "../../../../generated/tools/send-email.js";
import { TagTicketTool } from "../../../../generated/tools/tag-ticket.js";

new SendEmailTool(async (_input, { env, fail }) => {
  if (env.MAIL_URL === "") throw fail("bounced");
  return { messageId: "m" };
});

new SendEmailTool(async (_input, { env, fail }) => {
  if (env.MAIL_PASSWORD === "") throw fail("lost");
  return { messageId: "m" };
});

new TagTicketTool(async (_input, { fail }) => {
  throw fail("no_such_ticket");
});

new LookUpOrderTool(async (_input, { defer }) => defer());
new LookUpOrderTool(async (_input, { ask }) => ask("which_card"));
new LookUpOrderTool(async (_input, { call }) => call("send_email", "tell", {}));
new LookUpOrderTool(async (_input, { state }) => state.refund_stats.value);
new LookUpOrderTool(async (_input, { attachOperation }) => attachOperation("far"));
