import { describe, expect, test } from "vitest";
import { backtracksWithoutBound } from "../../../src/generator/dist/model/schema/backtracks-without-bound.js";
import { simplePattern } from "../../../src/generator/dist/model/schema/simple-pattern.js";

describe("a pattern backtracks without bound", () => {
  const slow = [
    "^(a+)+$",
    "(a*)*b",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(\\w+\\s?)*$",
    "(.*a)*$",
    "(x+x+)+y",
    "^(?:a|b|ab)*c$",
    "(\\d+)*\\d+x",
    "^(a?b?)*$",
    "^([\\w.]+)+@",
    "^((a{2,})+b?)+$",
  ];
  test.each(slow)("yes: %s", (source) => {
    expect(backtracksWithoutBound(source)).toBe(true);
  });

  const fast = [
    "^I?\\d+[:|-]\\d+(?:;\\d+[:|-]\\d+)*$",
    "^(\\d+,)*\\d+$",
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    "^https?://[^\\s]+$",
    "^#([0-9a-f]{3}){1,2}$",
    "^(?!x)[a-z]+(\\.[a-z]+)*$",
    "^([A-Z][a-z]*)+$",
    "^(a|b)*$",
    "a+b+c+",
    "(a{2})*",
    "[\\w-.]+",
  ];
  test.each(fast)("no: %s", (source) => {
    expect(backtracksWithoutBound(source)).toBe(false);
  });
});

describe("the fixed texts of a pattern", () => {
  const cases: readonly [source: string, want: ReturnType<typeof simplePattern>][] = [
    ["^a$", { texts: ["a"], exact: true }],
    ["^a", { texts: ["a", ""], exact: true }],
    ["a$", { texts: ["", "a"], exact: true }],
    ["a", { texts: ["", "a", ""], exact: true }],
    ["^a.*", { texts: ["a", ""], exact: true }],
    ["^a.*$", { texts: ["a", ""], exact: false }],
    ["^a\\.[x-z]+b$", { texts: ["a.", "b"], exact: false }],
    ["^ab?c$", { texts: ["a", "c"], exact: false }],
    ["^a(b|c)d$", { texts: ["a", "d"], exact: false }],
    ["^a\\d$", { texts: ["a", ""], exact: false }],
    ["^a|b$", undefined],
    ["a^b", undefined],
    ["a\\.*", { texts: ["", "a", ""], exact: false }],
  ];
  test.each(cases)("%s", (source, want) => {
    expect(simplePattern(source)).toEqual(want);
  });
});
