import type { Effect, KeyPolicy, Ledger } from "@toolwright/runtime";
import { byFinance, retry } from "../../executor/one-tool.js";
import type { Part, Scenario } from "./scenario.js";
import type { BodyEnd } from "./world.js";

const effects: readonly Effect[] = ["read", "idempotent", "keyed", "reconcilable", "once"];
const first = { kind: "call", callId: "c1" } as const;
const second: Part = { kind: "call", callId: "c2" };
const recovery: Part = { kind: "recover" };
const report: Part = { kind: "report" };
const answer: Part = { kind: "answer" };
const yesOfAnn: Part = { kind: "decide", verdict: "approve", by: "ann" };
const yesOfBo: Part = { kind: "decide", verdict: "approve", by: "bo" };
const noOfBo: Part = { kind: "decide", verdict: "deny", by: "bo" };

const businessKey: KeyPolicy = {
  from: "input",
  ignore: [],
  scope: "user",
  windowMs: null,
  rememberedMs: null,
  share: false,
};

/** A ledger of somebody who takes no claims without a look. */
const looksFirst = (ledger: Ledger): Ledger => ({ ...ledger, takesUnseen: undefined });

/** What is tried on every run of the tests. */
export const everyday: readonly Scenario[] = [
  ...effects.map((effect) => ({
    name: `two workers on one call, ${effect}`,
    policy: { effect },
    cast: [first, first],
    budget: { faults: 2, turns: 1 },
  })),
  ...(["keyed", "reconcilable", "once"] as const).map((effect) => ({
    name: `two workers on one call that look before they claim, ${effect}`,
    policy: { effect },
    cast: [first, first],
    budget: { faults: 1, turns: 1 },
    spoil: looksFirst,
  })),
  ...(["keyed", "once"] as const).map((effect) => ({
    name: `two call ids with one business key, ${effect}`,
    policy: { effect, key: businessKey },
    cast: [first, second],
    budget: { faults: 1, turns: 1 },
  })),
  ...(["keyed", "reconcilable", "once"] as const).map((effect) => ({
    name: `a call and recovery, ${effect}`,
    policy: { effect },
    cast: [first, recovery],
    budget: { faults: 1, turns: 1 },
  })),
  ...(["effect", "write settled"] as const).flatMap((diesAt) =>
    (["keyed", "reconcilable", "once"] as const).map((effect) => ({
      name: `two recoveries and a repeat after a death at ${diesAt}, ${effect}`,
      policy: { effect },
      before: [{ ...first, diesAt }],
      cast: [recovery, recovery, first],
      budget: { faults: 0, turns: 0 },
    })),
  ),
  ...(["keyed", "once"] as const).map((effect) => ({
    name: `a call whose answers are slow, and recovery, ${effect}`,
    policy: { effect },
    cast: [first, recovery],
    answersSlowly: true,
    budget: { faults: 0, turns: 1 },
  })),
  ...endings(["idempotent", "keyed", "reconcilable", "once"], 0),
  ...(["keyed", "once"] as const).map((effect) => ({
    name: `a body that defers, and the far side reports, ${effect}`,
    policy: { effect, operation: { deadlineMs: 10_000 } },
    ends: ["defers", "throws after"] as const,
    cast: [first, report],
    budget: { faults: 1, turns: 1 },
  })),
  {
    name: "an answer comes while two callers ask again, once",
    // biome-ignore lint/suspicious/noThenProperty: the spec's own word
    policy: { effect: "once", asks: { which: { message: "Which one?", then: "pass" } } },
    ends: ["asks first"],
    before: [first],
    cast: [first, first, answer],
    budget: { faults: 1, turns: 0 },
  },
  {
    name: "two claimers while a yes is on its way, once",
    policy: { effect: "once", approval: byFinance },
    before: [first],
    cast: [first, first, yesOfAnn],
    budget: { faults: 0, turns: 0 },
  },
  {
    name: "a yes and a no at once while somebody claims, once",
    policy: { effect: "once", approval: byFinance },
    before: [first],
    cast: [first, yesOfAnn, noOfBo],
    budget: { faults: 0, turns: 0 },
  },
];

/** What takes minutes: three workers, ledgers that are gone for a while, several faults and turns of the clock. */
export const deep: readonly Scenario[] = [
  ...effects.flatMap((effect) => [
    {
      name: `three workers on one call, ${effect}`,
      policy: { effect },
      cast: [first, first, first],
      budget: { faults: 1, turns: 1 },
    },
    {
      name: `two workers that look before they claim, and outages, ${effect}`,
      policy: { effect },
      cast: [first, first],
      budget: { faults: 2, turns: 2, outages: true },
      spoil: looksFirst,
    },
    {
      name: `two workers and outages, ${effect}`,
      policy: { effect },
      cast: [first, first],
      budget: { faults: 2, turns: 2, outages: true },
    },
    {
      name: `a call and recovery, long after its time, ${effect}`,
      policy: { effect },
      cast: [first, recovery],
      budget: { faults: 1, turns: 3, outages: true },
    },
    {
      name: `two call ids with one business key and recovery, ${effect}`,
      policy: { effect, key: businessKey },
      cast: [first, second, recovery],
      budget: { faults: 1, turns: 1 },
    },
  ]),
  ...endings(["read", "idempotent", "keyed", "reconcilable", "once"], 1),
  {
    name: "two claimers while two people say yes, once",
    policy: { effect: "once", approval: { ...byFinance, count: 2 } },
    before: [first],
    cast: [first, first, yesOfAnn, yesOfBo],
    budget: { faults: 1, turns: 0 },
  },
];

function endings(of: readonly Effect[], faults: number): readonly Scenario[] {
  const ends: readonly BodyEnd[] = ["returns", "throws before", "throws after", "fails"];
  return of.map((effect) => ({
    name: `a body that may end in any way, ${effect}`,
    policy: { effect, retry: effect === "once" ? null : { ...retry, attempts: 2 } },
    ends: effect === "once" ? ends : [...ends, "asks for more time"],
    cast: [first, first],
    budget: { faults, turns: faults },
  }));
}
