export type { CrashMatrix, CrashMatrixOptions, CrashRow, CrashStage } from "./testing/crash-matrix.js";
export { CrashError, crashMatrix } from "./testing/crash-matrix.js";
export type { FarSide } from "./testing/far-side.js";
export { recordCalls, replayCalls, type TapedCall } from "./testing/taped-calls.js";
export { testLedger } from "./testing/test-ledger.js";
export { type TurnableClock, turnableClock } from "./testing/turnable-clock.js";
