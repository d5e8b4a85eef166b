import { createExecutor } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { registry, type Wiring } from "../../../../generated/registry.js";

declare const wiring: Wiring;
const { stores: apart } = sqliteLedger("memory.db");

createExecutor(registry, { ...wiring, stores: "ledger" });
createExecutor(registry, { ...wiring, stores: { apart, commits: "apart from the outcome" } });

createExecutor(registry, { ...wiring, stores: apart });
createExecutor(registry, { ...wiring, stores: { apart } });
createExecutor(registry, { ...wiring, stores: { apart, commits: "with the outcome" } });
