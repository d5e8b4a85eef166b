import { writeSync } from "node:fs";

const startedAt = performance.now();

/** Says how far a long proof is, past whoever collects a test's output until it has ended; an everyday run stays quiet. */
export function progress(line: string): void {
  if (process.env.TOOLWRIGHT_DEEP !== "1") return;
  writeSync(2, `[${((performance.now() - startedAt) / 1000).toFixed(0)} s] ${line}\n`);
}
