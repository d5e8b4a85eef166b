import type { Schedule } from "./schedule.js";

/** Lets timers and the process's own clock go by the schedule instead of the system. Returns what puts the real ones back. */
export function virtualTimers(schedule: Schedule): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = ((ring: () => void, ms: number) => schedule.setTimer(ring, ms)) as never;
  globalThis.clearTimeout = ((timer: unknown) => schedule.clearTimer(timer)) as never;
  performance.now = () => schedule.nowMs;
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout });
    // The real one is its prototype's.
    Reflect.deleteProperty(performance, "now");
  };
}
