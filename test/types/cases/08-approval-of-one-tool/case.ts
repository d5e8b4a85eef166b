import type { ApprovalRequest, Executor } from "@toolwright/runtime";
import type { Catalog } from "../../../../generated/registry.js";

declare const executor: Executor<Catalog>;
declare const approval: ApprovalRequest<"refund_payment">;

executor.executeApproved("refund_payment", approval);
executor.executeApproved("close_account", approval);
