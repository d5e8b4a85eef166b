import { equal } from "./equal.js";

/** Tells whether a value is among the given ones; scalars are found without a search. */
export function oneOfValues(values: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(values.filter((value) => typeof value !== "object" || value === null));
  const others = values.filter((value) => typeof value === "object" && value !== null);
  return (value) => scalars.has(value) || others.some((other) => equal(other, value));
}
