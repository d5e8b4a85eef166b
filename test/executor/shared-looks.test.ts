import { expect, it } from "vitest";
import { SharedLooks } from "../../src/runtime/dist/executor/gates/shared-looks.js";

/** Looks that end when they are told to. */
function slowLooks() {
  const ends: ((value: number) => void)[] = [];
  const looks = new SharedLooks<number>(() => new Promise((resolve) => ends.push(resolve)));
  return { looks, ends };
}

it("answers nobody by a look that began before they asked", async () => {
  const { looks, ends } = slowLooks();
  const first = looks.at("work");
  const later = [looks.at("work"), looks.at("work")];
  ends[0]?.(1);
  expect(await first).toBe(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
});

it("looks afresh when nobody is looking, and after a failure", async () => {
  let looked = 0;
  const looks = new SharedLooks(async () => {
    if (++looked === 1) throw new Error("away");
    return looked;
  });
  await expect(looks.at("work")).rejects.toThrow("away");
  expect(await looks.at("work")).toBe(2);
  expect(await looks.at("work")).toBe(3);
});
