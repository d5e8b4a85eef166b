import type { Json } from "../tool/json.js";
import type { CallRecord } from "./call-record.js";
import type { OpenLedger } from "./law.js";
import type { Change, ExecutionDraft, Ledger } from "./ledger.js";
import type { TrailDraft } from "./trail-entry.js";

/** A clock that laws turn by hand. */
export interface LawClock {
  (): number;
  turn(ms: number): void;
}

export function lawClock(startMs = 1_700_000_000_000): LawClock {
  let nowMs = startMs;
  const clock = () => nowMs;
  return Object.assign(clock, {
    turn: (ms: number) => {
      nowMs += ms;
    },
  });
}

/** Runs an experiment on two connections and closes them, whatever comes of it. */
export async function onTwo(
  open: OpenLedger,
  experiment: (one: Ledger, other: Ledger, clock: LawClock) => Promise<void>,
): Promise<void> {
  const clock = lawClock();
  const one = await open({ clock });
  const other = await open({ clock });
  try {
    await experiment(one, other, clock);
  } finally {
    await one.close();
    await other.close();
  }
}

let writes = 0;

/** A running execution of no importance. */
export function draftOf(own: Partial<ExecutionDraft> = {}): ExecutionDraft {
  writes += 1;
  return {
    key: "acme/refund/1",
    generation: 1,
    writeId: `write-${writes}`,
    status: "running",
    tool: "refund",
    specDigest: "spec",
    effect: "keyed",
    tenant: "acme",
    user: "ann",
    thread: "thread",
    run: "run",
    callId: "call",
    trust: "trusted",
    payloadDigest: "payload",
    input: { orderId: "o-1", amount: 5 },
    fence: 1,
    attempts: 1,
    claimedAtMs: 1_700_000_000_000,
    leaseMs: 30_000,
    approval: null,
    outcome: null,
    operation: null,
    dialogue: null,
    ancestors: [],
    ...own,
  };
}

/** The call that belongs to a draft. */
export function callOf(draft: ExecutionDraft, own: Partial<CallRecord> = {}): CallRecord {
  const { tenant, thread, callId, tool, key, generation } = draft;
  return { tenant, thread, callId, tool, key, generation, inputDigest: "input", ...own };
}

export function lineOf(draft: ExecutionDraft, kind: TrailDraft["kind"], detail: Json = null): TrailDraft {
  return { key: draft.key, generation: draft.generation, callId: draft.callId, kind, detail };
}

/** A first claim, with its call and a line in the trail. */
export function claimOf(next: ExecutionDraft): Change {
  return { call: callOf(next), execution: { expects: 0, next }, trail: [lineOf(next, "claimed")] };
}

/** Texts that databases, drivers and careless separators like to damage. */
export const awkwardTexts: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "a\u0000",
  "\u0001",
  "\u0001\u0001",
  "\u0001\u0002",
  "\uD7FF",
  "\uD800",
  "\uDC00x",
  "\uE000",
  "\uFFFD",
  "\u{1F600}",
  "\u00E9",
  "e\u0301",
  "Call",
  "%",
  "_",
  "'; DROP TABLE calls; --",
  "\\u0000",
  "x".repeat(3000),
];

/** Values that JSON carries and careless code changes. */
export const awkwardValues: readonly Json[] = [
  null,
  false,
  0,
  -1.5e-7,
  Number.MAX_SAFE_INTEGER,
  1e308,
  "",
  [],
  {},
  [null, [[]], { a: [1, "2"] }],
  JSON.parse('{"__proto__": {"admin": true}, "constructor": 1, "": "empty", "1": 1, "a.b": {"c": null}}') as Json,
  ...awkwardTexts,
  Object.fromEntries(awkwardTexts.map((text) => [text, text])),
];
