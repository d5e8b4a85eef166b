import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// The bench is plain JavaScript in a package of its own; its peers need not be installed for what is tested here.
const part = (name: string) => import(new URL(`../../bench/harness/${name}.mjs`, import.meta.url).href);
const benchFile = (name: string) => readFileSync(new URL(`../../bench/${name}`, import.meta.url), "utf8");

describe("figures", () => {
  it("are medians, with the lowest and highest round", async () => {
    const { median, summarise } = await part("statistics");
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(summarise([5, 1, 9])).toEqual({ median: 5, low: 1, high: 9 });
  });

  it("compare round by round, so that a slow round is not a slow contestant", async () => {
    const { ratioOf } = await part("statistics");
    expect(ratioOf([10, 1, 10], [5, 0.5, 5])).toEqual({ median: 2, low: 2, high: 2 });
  });

  it("find the exponent of a power law", async () => {
    const { exponentOf } = await part("statistics");
    const points = [1, 10, 100].map((x) => ({ x, y: 3 * x ** 1.5 }));
    expect(exponentOf(points)).toBeCloseTo(1.5);
  });

  it("are null where a peer is absent", async () => {
    const { figure } = await part("figure");
    expect(figure("a/b", [{ name: "ours", samples: [1] }], "ours", "theirs")).toBeNull();
  });
});

describe("a comparison", () => {
  it("runs everybody once a round, in a turning order", async () => {
    const { compare } = await part("compare");
    const order: string[] = [];
    const contestant = (name: string) => ({ name, role: "peer", run: async () => order.push(name) });
    const contestants = ["a", "b", "c"].map(contestant);
    await compare(contestants, { rounds: 3, unit: "calls/s", warmUp: false });
    expect(order.join("")).toBe("abcbcacab");
  });

  it("names a peer that does not run, with the reason, and measures the others", async () => {
    const { compare } = await part("compare");
    const broken = async () => {
      throw new Error("cannot start\nstack");
    };
    const contestants = [
      { name: "ours", role: "ours", run: async () => 2 },
      { name: "theirs", role: "peer", run: broken },
    ];
    const { measures, absent } = await compare(contestants, { rounds: 2, unit: "ms" });
    expect(absent).toEqual([{ name: "theirs", reason: "cannot start" }]);
    expect(measures).toMatchObject([{ name: "ours", samples: [2, 2], median: 2 }]);
  });
});

describe("a comparison on a busy machine", () => {
  it("makes fewer rounds when its time is used up, and says so", async () => {
    const { compare } = await part("compare");
    const slow = () => new Promise((resolve) => setTimeout(resolve, 20, 1));
    const { measures, cut } = await compare([{ name: "ours", role: "ours", run: slow }], { rounds: 50, budgetMs: 30 });
    expect(measures[0].samples.length).toBeLessThan(10);
    expect(cut).toContain("rounds instead of 50");
  });

  it("makes at least as many rounds as a median needs", async () => {
    const { compare } = await part("compare");
    const one = { name: "ours", role: "ours", run: async () => 1 };
    const { measures } = await compare([one], { rounds: 50, budgetMs: 0, least: 3 });
    expect(measures[0].samples).toHaveLength(3);
  });
});

describe("what a run leaves behind", () => {
  it("keeps the newest figures of suites that it did not measure, and drops what it measured anew", async () => {
    const { mergeCases } = await part("keep-results");
    const found = (id: string, suite: string, at: string) => ({ id, suite, at, measures: [{ median: 1 }] });
    const earlier = [found("call", "call", "monday"), found("startup", "startup", "monday")];
    const merged = mergeCases(earlier, [found("startup", "startup", "tuesday")]);
    expect(merged.map(({ id, at }: { id: string; at: string }) => `${id} ${at}`)).toEqual([
      "call monday",
      "startup tuesday",
    ]);
  });

  it("draws a growth curve with a spot a point and its exponent", async () => {
    const { plot } = await part("plot");
    const points = [1, 10, 100].map((x) => ({ x, y: x }));
    const svg = plot({ title: "Cost <a call>", x: "rows", y: "ms", points, exponent: 1 });
    expect(svg.match(/<circle/g)).toHaveLength(3);
    expect(svg).toContain("exponent 1.00");
    expect(svg).toContain("Cost &#60;a call&#62;");
  });

  it("leaves out labels that would cover one another", async () => {
    const { plot } = await part("plot");
    const points = Array.from({ length: 10 }, (_, at) => ({ x: 20_000 + 9_000 * at, y: 7 + at / 100 }));
    const svg: string = plot({ title: "Heap", x: "calls", y: "MB", points, exponent: 0 });
    const labels = [...svg.matchAll(/<text x="([\d.]+)" y="288" text-anchor="middle">/g)].map(([, x]) => Number(x));
    const gaps = labels.slice(1).map((x, at) => x - (labels[at] ?? 0));
    expect(labels.length).toBeGreaterThan(2);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(56);
    expect(svg.match(/text-anchor="end">7/g)).toHaveLength(1);
  });
});

describe("targets", () => {
  const { targets } = JSON.parse(benchFile("targets.json"));

  it("each have an id of their own, a suite that exists, and an aim beyond the must", async () => {
    const { suites } = await import(new URL("../../bench/suites.mjs", import.meta.url).href);
    expect(new Set(targets.map(({ id }: { id: string }) => id)).size).toBe(targets.length);
    for (const { suite, better, must, aim } of targets) {
      expect(suites).toHaveProperty(suite);
      expect(better === "more" ? aim > must : aim < must).toBe(true);
    }
  });

  it("are judged by must and aim; what nobody measured does not pass", async () => {
    const { judge } = await part("judge");
    const more = { better: "more", must: 5, aim: 10 };
    const four = ["a", "b", "c", "d"].map((id) => ({ id, ...more }));
    const figures = [
      { id: "a", value: 12 },
      { id: "b", value: 5 },
      { id: "c", value: 4.9 },
    ];
    const verdicts = judge(four, figures).map(({ verdict }: { verdict: string }) => verdict);
    expect(verdicts).toEqual(["aim", "must", "short", "unmeasured"]);
    expect(judge([{ id: "a", better: "less", must: 3, aim: 2 }], [{ id: "a", value: 2.5 }])[0].verdict).toBe("must");
  });
});

describe("the bench's package", () => {
  it("pins every version and names no place of download", () => {
    const { optionalDependencies } = JSON.parse(benchFile("package.json"));
    for (const version of Object.values(optionalDependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(benchFile("package-lock.json")).not.toContain('"resolved"');
  });

  it("makes the same specs every time", async () => {
    const { makeSpec } = await import(new URL("../../bench/specs/make-spec.mjs", import.meta.url).href);
    expect(makeSpec(7)).toEqual(makeSpec(7));
    expect(makeSpec(7).name).not.toBe(makeSpec(8).name);
  });
});
