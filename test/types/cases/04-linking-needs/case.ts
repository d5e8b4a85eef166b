import { createExecutor, memoryLedger } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { registry, type Wiring } from "../../../../generated/registry.js";

declare const tools: Wiring["tools"];
const ledger = sqliteLedger("ledger.db");
const approvals = { finance: { ann: "key" }, lead: { bo: "key" }, warehouse: { cy: "key" } };
const { finance, ...allButFinance } = approvals;
const env = () => "value";

createExecutor(registry, { tools, ledger, approvals, stores: "ledger", env });
createExecutor(registry, { tools, ledger, approvals: { ...allButFinance, finance }, stores: "ledger", env });

createExecutor(registry, { tools, approvals, stores: "ledger", env });
createExecutor(registry, { tools, ledger: memoryLedger(), approvals, stores: "ledger", env });
createExecutor(registry, { tools, ledger, stores: "ledger", env });
createExecutor(registry, { tools, ledger, approvals: allButFinance, stores: "ledger", env });
createExecutor(registry, { tools, ledger, approvals, env });
createExecutor(registry, { tools, ledger, approvals, stores: "ledger" });
