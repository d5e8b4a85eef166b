import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Entry {
  readonly resolved?: string;
  readonly optionalDependencies?: object;
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };

test("the lock names no download address, so that it installs from anyone's registry", () => {
  const addresses = Object.values(packages).flatMap(({ resolved }) => (resolved?.includes("://") ? [resolved] : []));
  expect(addresses).toEqual([]);
});

test("the lock holds the bindings of every platform, so that `npm ci` works on all of them", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
