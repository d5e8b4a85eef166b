import type { Ledger } from "../ledger/ledger.js";
import { type FarSide, World } from "./far-side.js";
import { mortalLedger } from "./mortal-ledger.js";
import { MortalWorker } from "./mortal-worker.js";
import { testLedger } from "./test-ledger.js";
import { type TurnableClock, turnableClock } from "./turnable-clock.js";

export { CrashError } from "./mortal-worker.js";

/** What an executor is linked to for one row: a ledger and a far side that outlive it, and the ledger's clock. */
export interface CrashStage {
  readonly ledger: Ledger<"durable">;
  readonly farSide: FarSide;
  readonly clock: TurnableClock;
}

export interface CrashMatrixOptions<E extends { recover(): Promise<unknown> }> {
  /** Links the tool, as a process does when it starts. Its body acts through `farSide`. */
  readonly link: (stage: CrashStage) => E;
  /** What the program does to get the work done, from its beginning; after a crash it is done again. */
  readonly call: (executor: E) => Promise<{ readonly status: string }>;
}

/** What came of a call whose worker died at one step. */
export interface CrashRow {
  readonly step: number;
  /** Where it died; null in the last row, where it did not. */
  readonly diedAt: string | null;
  /** How many effects the far side has seen in all. */
  readonly effects: number;
  /** What the caller was told in the end. */
  readonly status: string;
}

export interface CrashMatrix {
  readonly rows: readonly CrashRow[];
  /** What is wrong, as sentences; empty for a tool that is what its spec says. */
  readonly faults: readonly string[];
}

const mostSteps = 1_000;

/**
 * Kills a worker at every step of a call, one step a row: before and after each write of the ledger, before and after
 * each effect. Then a fresh executor recovers, on a clock turned past every lease, and makes the call again.
 *
 *   const { faults } = await crashMatrix({
 *     link: ({ ledger, farSide }) =>
 *       createExecutor(registry, {
 *         tools: { pay: new PayTool((input, { idempotencyKey }) => farSide.act(idempotencyKey, { id: "p-1" })) },
 *         ledger,
 *       }),
 *     call: (executor) => executor.execute("pay", { amount: 5 }, { tenant: "t", thread: "t1", callId: "c1" }),
 *   });
 *   assert.deepEqual(faults, []);
 *
 * The deaths are staged in this process: they show what tool and spec do, not what a disk does.
 */
export async function crashMatrix<E extends { recover(): Promise<unknown> }>(
  options: CrashMatrixOptions<E>,
): Promise<CrashMatrix> {
  const rows: CrashRow[] = [];
  for (let step = 0; step < mostSteps; step++) {
    const row = await rowOf(options, step);
    rows.push(row);
    if (row.diedAt === null) return { rows, faults: rows.flatMap((one) => faultOf(one, row)) };
  }
  throw new Error(`the call has more than ${mostSteps} steps`);
}

async function rowOf<E extends { recover(): Promise<unknown> }>(
  { link, call }: CrashMatrixOptions<E>,
  step: number,
): Promise<CrashRow> {
  const clock = turnableClock();
  const ledger = testLedger({ clock });
  const world = new World();
  const linkFor = (worker: MortalWorker) =>
    link({ ledger: mortalLedger(ledger, worker), farSide: world.seenBy(worker), clock });

  const mortal = new MortalWorker(step);
  const first = await Promise.race([mortal.death, call(linkFor(mortal))]);
  // The result may have been told by a worker that was to die a moment later: then it never did.
  if (first !== "dead" && mortal.diedAt === null)
    return { step, diedAt: null, effects: world.effects, status: first.status };

  const fresh = linkFor(new MortalWorker(Number.POSITIVE_INFINITY));
  await recover(fresh, ledger, clock);
  const { status } = await call(fresh);
  return { step, diedAt: mortal.diedAt, effects: world.effects, status };
}

/** Turns the clock past every lease of work that nobody runs any more, as often as recovery leaves one behind. */
async function recover(executor: { recover(): Promise<unknown> }, ledger: Ledger, clock: TurnableClock): Promise<void> {
  for (let round = 0; round < 10; round++) {
    const open = await ledger.list({ status: ["running", "in_doubt"], limit: mostSteps });
    const lefts = open.flatMap(({ atMs, leaseMs }) => (leaseMs === null ? [] : [atMs + leaseMs - clock()]));
    if (lefts.length === 0) return;
    clock.turn(Math.max(0, ...lefts));
    await executor.recover();
  }
}

function faultOf({ step, diedAt, effects, status }: CrashRow, clean: CrashRow): readonly string[] {
  const died = diedAt === null ? "without a crash" : `dead at step ${step}, ${diedAt}`;
  if (effects > clean.effects) return [`${died}: ${effects} effects instead of ${clean.effects}`];
  if (status === "succeeded" && effects < clean.effects)
    return [`${died}: told "succeeded" after ${effects} of ${clean.effects} effects`];
  if ((status === "failed" || status === "rejected") && status !== clean.status && effects > 0)
    return [`${died}: told "${status}" although ${effects} effects happened`];
  return [];
}
