import type { Schedule } from "./schedule.js";

/** Lets timers wait for the schedule instead of the system. Returns what puts the real ones back. */
export function virtualTimers(schedule: Schedule): () => void {
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = ((ring: () => void, ms: number) => schedule.setTimer(ring, ms)) as never;
  globalThis.clearTimeout = ((timer: unknown) => schedule.clearTimer(timer)) as never;
  return () => Object.assign(globalThis, { setTimeout, clearTimeout });
}
