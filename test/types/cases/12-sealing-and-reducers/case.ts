import { createExecutor } from "@toolwright/runtime";
import { registry, type Wiring } from "../../../.tmp/types/registry.js";

declare const wiring: Wiring;
const { sealing, ...unsealed } = wiring;
const { reducers, ...still } = wiring;
const { reset, ...withoutReset } = reducers.refund_stats;

createExecutor(registry, { ...unsealed, sealing });
createExecutor(registry, { ...still, reducers: { refund_stats: { ...withoutReset, reset } } });

createExecutor(registry, unsealed);
createExecutor(registry, still);
createExecutor(registry, { ...still, reducers: { refund_stats: withoutReset } });
