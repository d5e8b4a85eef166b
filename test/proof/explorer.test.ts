import { afterAll, describe, expect, it } from "vitest";
import { type Explored, explore } from "./explorer/explore.js";
import { loadRuntime } from "./explorer/runtime-under-test.js";
import { deep, everyday } from "./explorer/scenarios.js";
import { progress } from "./progress.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
const runtime = await loadRuntime();
const tried: Explored[] = [];

describe("every schedule keeps every promise", () => {
  it.each(isDeep ? [...everyday, ...deep] : everyday)("$name", { timeout: 1_800_000 }, async (scenario) => {
    const explored = await explore(scenario, runtime);
    tried.push(explored);
    progress(`${scenario.name}: ${explored.schedules} schedules, ${explored.states} states`);
    expect(explored.violation).toBeNull();
    expect(explored.states).toBeGreaterThan(10);
  });

  afterAll(() => {
    const sum = (of: (one: Explored) => number) => tried.map(of).reduce((all, one) => all + one, 0);
    console.log(
      `explorer: ${tried.length} scenarios, ${sum(({ schedules }) => schedules)} schedules, ` +
        `${sum(({ states }) => states)} states`,
    );
  });
});
