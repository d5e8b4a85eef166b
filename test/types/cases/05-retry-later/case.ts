import type { ToolContext, ToolPolicy } from "@toolwright/runtime";
import { LookUpOrderTool } from "../../../../generated/tools/look-up-order.js";
import { SendEmailTool } from "../../../../generated/tools/send-email.js";

new LookUpOrderTool(async (_input, { retryLater }) => retryLater("unavailable"));
new LookUpOrderTool(async (_input, { retryLater }) => retryLater("rate_limited"));

new SendEmailTool(async ({ to }) => ({ messageId: to }));
new SendEmailTool(async (_input, { retryLater }) => retryLater("unavailable"));

type Unretried = ToolPolicy & { readonly name: "tag_ticket"; readonly effect: "idempotent"; readonly retry: null };
export const unretried = ({ retryLater }: ToolContext<Unretried, object>) => retryLater("unavailable");
