import { CloseAccountTool } from "../../generated/tools/close-account.js";
import type { Accounts } from "../clients/accounts.js";

export const closeAccount = (accounts: Accounts) =>
  new CloseAccountTool(async ({ customerId }, { signal, fail }) => {
    const closed = await accounts.close(customerId, signal);
    if (typeof closed === "string") throw fail(closed);
    return { closedAt: closed.closedAt };
  });
