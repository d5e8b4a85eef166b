import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { explore } from "./explorer/explore.js";
import { mutants } from "./explorer/mutants.js";
import { mutatedRuntime } from "./explorer/mutated-runtime.js";
import { loadRuntime } from "./explorer/runtime-under-test.js";
import { everyday } from "./explorer/scenarios.js";

const built = await loadRuntime();
const homes: string[] = [];

describe("a broken protocol is caught by exploring", () => {
  it.each(mutants)("$name", { timeout: 120_000 }, async ({ name, scenario: where, line, spoil }) => {
    const scenario = everyday.find((one) => one.name === where);
    if (!scenario) throw new Error(`no scenario "${where}"`);
    const home = line && mutatedRuntime(line);
    if (home) homes.push(home);
    const runtime = home ? await loadRuntime(join(home, "dist")) : built;
    const { violation } = await explore(spoil ? { ...scenario, spoil } : scenario, runtime);
    expect(violation, name).not.toBeNull();
  });

  afterAll(() => {
    for (const home of homes) rmSync(home, { recursive: true, force: true });
  });
});
