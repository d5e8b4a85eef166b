import type { Ledger } from "@toolwright/runtime";
import type { Mutation } from "./mutated-runtime.js";

/** A protocol with one fault, and the scenario that must show it. */
export interface Mutant {
  readonly name: string;
  readonly scenario: string;
  readonly line?: Mutation;
  readonly spoil?: (ledger: Ledger) => Ledger;
}

/** Faults in the built code, one line each. */
const lines: readonly Mutant[] = [
  mutant("a claim that was outrun runs all the same", "two workers on one call, once", {
    file: "executor/claim.js",
    instead: 'written.kind === "written"',
    write: "true",
  }),
  mutant("a running call is claimed over", "two workers on one call, keyed", {
    file: "executor/decide.js",
    instead: '{ kind: "join", record: execution }',
    write: '{ kind: "claim", generation: execution.generation, over: execution, resuming: false }',
  }),
  mutant("a lease lapses at once", "two workers on one call, keyed", {
    file: "executor/recovery.js",
    instead: "nowMs >= record.atMs + record.leaseMs",
    write: "nowMs >= record.atMs",
  }),
  mutant("a lease never lapses", "two workers on one call, keyed", {
    file: "executor/recovery.js",
    instead: "nowMs >= record.atMs + record.leaseMs",
    write: "nowMs < 0",
  }),
  mutant("a once call is run again after a crash", "two workers on one call, once", {
    file: "executor/recovery.js",
    instead: 'case "once":\n            return "doubt"',
    write: 'case "once":\n            return "run"',
  }),
  mutant("a reconcilable call is run again unasked", "two workers on one call, reconcilable", {
    file: "executor/recovery.js",
    instead: 'policy.effect === "reconcilable" ? "reconcile"',
    write: 'policy.effect === "reconcilable" ? "run"',
  }),
  mutant(
    "a take-over that was outrun runs all the same",
    "two recoveries and a repeat after a death at effect, keyed",
    {
      file: "executor/take-over.js",
      instead: 'written.kind === "written"',
      write: "true",
    },
  ),
  mutant("a take-over does not raise the fence", "a call and recovery, keyed", {
    file: "executor/take-over.js",
    instead: "fence: record.fence + 1,\n                attempts",
    write: "attempts",
  }),
  mutant("a zombie does not look at the fence", "a call and recovery, keyed", {
    file: "executor/ticket.js",
    instead: "execution.fence === held.fence",
    write: "true",
  }),
  mutant("doubt counts as permission", "two workers on one call, once", {
    file: "executor/decide.js",
    instead: 'return step.how === "doubt" ? answer : step;',
    write: "return open(asked, execution.generation, execution);",
  }),
  mutant("an outcome keeps its lease", "two workers on one call, keyed", {
    file: "executor/settle.js",
    instead: "const patch = { status: outcome.kind, outcome, leaseMs: null };",
    write: "const patch = { status: outcome.kind, outcome };",
  }),
  mutant("every attempt has a key of its own", "two workers on one call, keyed", {
    file: "executor/attempt-context.js",
    instead: "this.#ticket.record.generation);",
    write: "this.#ticket.record.generation + this.#ticket.record.attempts);",
  }),
  mutant("a throw counts as nothing happened", "a body that may end in any way, once", {
    file: "executor/after-ending.js",
    instead: '{ kind: "doubt", outcome, leaseMs: bodyEnded ? null : mayAct };\n    }',
    write: 'failed("exhausted", message, null);\n    }',
  }),
  mutant("an earlier attempt is forgotten", "a body that may end in any way, keyed", {
    file: "executor/after-ending.js",
    instead: "record.mayHaveHappened && ",
    write: "record.mayHaveHappened === null && ",
  }),
  mutant("a body begins on a lease that is over", "a call whose answers are slow, and recovery, once", {
    file: "executor/run-execution.js",
    instead: "ticket.leaseLeftMs < ",
    write: "ticket.leaseLeftMs > 1e9 + ",
  }),
  mutant("a report is forgotten when the body throws", "a body that defers, and the far side reports, once", {
    file: "executor/ticket.js",
    instead: "endsWithoutOutput(asked) ? reportedPatch(record) : null",
    write: "null",
  }),
  mutant("a report is forgotten when the worker dies", "a body that defers, and the far side reports, once", {
    file: "executor/take-over.js",
    instead: "if (reported)",
    write: "if (reported === undefined)",
  }),
  mutant("nobody needs to have said yes", "two claimers while a yes is on its way, once", {
    file: "executor/decide.js",
    instead: ".length >= policy.approval.count",
    write: ".length >= 0",
  }),
  mutant("a no does not close the question", "a yes and a no at once while somebody claims, once", {
    file: "executor/record-decision.js",
    instead: 'verdict === "deny" ? "denied" : record.status',
    write: "record.status",
  }),
];

/** Faults in the ledger that the protocol stands on. */
const ledgers: readonly Mutant[] = [
  {
    name: "a ledger that does not compare revisions",
    scenario: "two workers on one call, once",
    spoil: (ledger) => ({
      ...ledger,
      async write({ execution, ...change }) {
        if (!execution) return ledger.write(change);
        const { key, generation } = execution.next;
        const known = (await ledger.list({ limit: 10 })).find(
          (one) => one.key === key && one.generation === generation,
        );
        return ledger.write({ ...change, execution: { ...execution, expects: known?.revision ?? 0 } });
      },
    }),
  },
  {
    name: "a ledger that acknowledges a claim and loses it",
    scenario: "two workers on one call, once",
    spoil: (ledger) => ({
      ...ledger,
      write: async (change) =>
        change.execution?.expects === 0 ? { kind: "written", revision: 1, atMs: 0 } : ledger.write(change),
    }),
  },
  {
    name: "a ledger that shows doubt as release",
    scenario: "two workers on one call, once",
    spoil: (ledger) => ({
      ...ledger,
      async look(call, key) {
        const sight = await ledger.look(call, key);
        return sight.execution?.status === "in_doubt"
          ? { ...sight, call: null, execution: { ...sight.execution, status: "released" } }
          : sight;
      },
    }),
  },
  {
    name: "a ledger that forgets whose call it was",
    scenario: "a body that may end in any way, keyed",
    spoil: (ledger) => ({ ...ledger, write: ({ call: _, ...change }) => ledger.write(change) }),
  },
  {
    name: "a ledger that hides what has lapsed",
    scenario: "two workers on one call, keyed",
    spoil: (ledger) => ({ ...ledger, lapsed: async () => [] }),
  },
];

export const mutants: readonly Mutant[] = [...lines, ...ledgers];

function mutant(name: string, scenario: string, line: Mutation): Mutant {
  return { name, scenario, line };
}
