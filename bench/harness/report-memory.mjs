// Preloaded into a measured process: says at its end how much memory it had at most.
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.TOOLWRIGHT_BENCH_MEMORY;
if (isMainThread && file)
  process.on("exit", () => writeFileSync(file, String(Math.round(process.resourceUsage().maxRSS / 1024))));
