import type { Need } from "../../model/catalog-model.js";

/** The option of createExecutor that meets a need, and how it is written; null for the tools themselves. */
export function executorOption(need: Need): { readonly name: string; readonly example: string } | null {
  switch (need.kind) {
    case "tools":
      return null;
    case "stores":
      return { name: "stores", example: 'stores: "ledger"' };
    case "ledger":
      return { name: "ledger", example: need.durable ? 'ledger: sqliteLedger("ledger.db")' : "ledger: memoryLedger()" };
    case "approvers":
      return {
        name: "approvals",
        example: `approvals: { ${JSON.stringify(need.group)}: { ann: annsPublicKey } }, from generateApproverKeys()`,
      };
    case "reducers":
      return { name: "reducers", example: `reducers: { ${need.state}: { /* one function an action */ } }` };
    case "sealing":
      return { name: "sealing", example: "sealing: { key: thirtyTwoBytesFromYourVault }" };
    case "env":
      return { name: "env", example: "env: (name) => readSetting(name)" };
  }
}
