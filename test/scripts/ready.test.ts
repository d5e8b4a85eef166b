import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";

// Again where the machine was busy elsewhere: the fastest of a few runs is what the check costs.
test("when nothing is missing, the check says nothing and costs less than 100 ms", { retry: 3 }, () => {
  const bare = fastest(["-e", "0"]);
  const check = fastest(["scripts/ready.mjs"]);
  expect(check.printed).toBe("");
  expect(check.ms - bare.ms).toBeLessThan(100);
});

function fastest(args: readonly string[]): { readonly ms: number; readonly printed: string } {
  const runs = [1, 2, 3, 4, 5].map(() => {
    const start = performance.now();
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(status).toBe(0);
    return { ms: performance.now() - start, printed: stdout + stderr };
  });
  return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
}
