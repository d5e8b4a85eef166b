import { expect, test } from "vitest";
import { ProgressBar } from "../../src/generator/dist/cli/progress-bar.js";

/** Work of ten steps that take so long each; what is drawn of it. */
function drawn(stepMs: number, isTTY: boolean, env: { readonly TERM?: string; readonly CI?: string } = {}): string[] {
  const written: string[] = [];
  let now = 0;
  const bar = new ProgressBar({ isTTY, columns: 80, write: (text) => written.push(text) }, env, () => now);
  for (let done = 1; done <= 10; done++) {
    now += stepMs;
    bar.show(done, 10);
  }
  bar.end();
  return written;
}

test("long work on a terminal shows how far it is, and nothing is left of that at the end", () => {
  const lines = drawn(100, true);
  expect(lines[0]).toBe("\r############.................. 4 of 10\u001b[K");
  expect(lines.at(-2)).toContain("10 of 10");
  expect(lines.at(-1)).toBe("\r\u001b[K");
});

test("short work shows nothing", () => expect(drawn(20, true)).toEqual([]));

test.each([
  ["without a terminal", false, {}],
  ["on a terminal that cannot go back", true, { TERM: "dumb" }],
  ["in CI", true, { CI: "true" }],
])("nothing is shown %s", (_, isTTY, env) => expect(drawn(100, isTTY, env)).toEqual([]));

test("it is drawn no more often than people can see", () => {
  expect(drawn(41, true).length).toBeLessThan(4);
});
