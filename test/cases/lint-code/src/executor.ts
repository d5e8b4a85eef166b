import { createExecutor, memoryLedger } from "@toolwright/runtime";
import { registry } from "../generated/registry.js";

export const executor = createExecutor(registry, { tools: {}, ledger: memoryLedger() });
