import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { twins } from "./twins.js";

const cases = readdirSync("test/types/cases");

describe("what the compiler refuses, the runtime refuses too", () => {
  test("every rule has a twin, and no twin is left over", () => {
    const rules = cases.map((name) => {
      const lines = readFileSync(`test/types/cases/${name}/expected.txt`, "utf8").trim().split("\n");
      return [name, lines.length];
    });
    expect(Object.entries(twins).map(([name, list]) => [name, list.length])).toEqual(rules);
  });

  test.each(Object.entries(twins).flatMap(([name, list]) => list.map((twin) => [name, ...twin] as const)))(
    "%s: %s",
    async (_name, _rule, refused, said) => {
      let told: unknown;
      try {
        told = await refused();
      } catch (error) {
        told = (error as Error).message;
      }
      expect(told).toEqual(typeof said === "string" ? said : expect.stringMatching(said));
    },
  );
});
