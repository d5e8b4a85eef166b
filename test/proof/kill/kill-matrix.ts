import { type Ended, type Job, runWorker, type Said, type Source } from "./run-worker.js";
import type { Counter } from "./start-counter.js";

/** One effect on one ledger: where workers are killed, and where those that recover are killed. */
export interface Plan {
  readonly ledger: Source;
  readonly effect: Job["effect"];
  readonly name: string;
  readonly killAt: readonly (number | string)[];
  readonly killRecoveryAt: readonly number[];
  /** By whose promises to judge, where that is not the effect itself: to see that the judge can say no. */
  readonly judgedAs?: Job["effect"];
}

/** What became of a plan. */
export interface Report {
  readonly kills: number;
  readonly broken: readonly string[];
}

const lapsedMs = 60_000;

/**
 * Runs one call a worker and kills it; two workers at a time share the ledger. Then others recover, some of them killed
 * too, and the last one repeats every call. The counter, which nobody kills, says what really happened.
 */
export async function killMatrix(plan: Plan, counter: Counter): Promise<Report> {
  const { ledger, effect, name, killAt, killRecoveryAt, judgedAs = effect } = plan;
  const calls = killAt.map((boundary) => `${name}-${boundary}`.replaceAll(" ", "-"));
  const job = { ledger, effect, port: counter.port };
  const told = new Map<string, Said["result"]>();
  let kills = 0;
  const waiting = [...killAt.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, boundary] = next;
      const ended = await runWorker({ ...job, calls: [calls[at] as string], killAt: boundary, aheadMs: 0 });
      if (ended.killed) kills++;
      for (const { result } of ended.said) if (result) told.set(result.callId, result);
    }
  };
  await Promise.all([lane(), lane()]);
  for (const boundary of killRecoveryAt) {
    const { killed } = await runWorker({ ...job, calls, killAt: boundary, aheadMs: lapsedMs });
    if (killed) kills++;
  }
  // Recovery that was killed holds a lease of its own by the clock that was ahead.
  const last = await runWorker({ ...job, calls, killAt: 0, aheadMs: 2 * lapsedMs });
  return { kills, broken: judge(judgedAs, calls, told, last, await counter.effects()) };
}

function judge(
  effect: Job["effect"],
  calls: readonly string[],
  told: ReadonlyMap<string, Said["result"]>,
  { said }: Ended,
  effects: Awaited<ReturnType<Counter["effects"]>>,
): readonly string[] {
  const broken: string[] = [];
  const doubts = new Set(said.flatMap((line) => line.doubts ?? []));
  for (const call of calls) {
    const made = effects.filter((one) => one.call === call);
    const last = said.find(({ result }) => result?.callId === call)?.result;
    const before = told.get(call);
    const claim = (holds: boolean, what: string) => {
      if (!holds) broken.push(`${call}: ${what} (told ${JSON.stringify(before)}, then ${JSON.stringify(last)})`);
    };
    if (effect === "once" || effect === "reconcilable") claim(made.length <= 1, `happened ${made.length} times`);
    claim(new Set(made.map(({ key }) => key)).size <= 1, "had two idempotency keys");
    claim(last !== undefined && last.threw === undefined, "was not answered");
    if (last?.status === "succeeded") claim(made.length > 0, "succeeded, and nothing happened");
    else claim(effect === "once" && last?.status === "in_doubt", "was not brought to an end");
    if (last?.status === "in_doubt") claim(doubts.has(call), "is in doubt, and nobody would find it");
    if (before?.status === "succeeded")
      claim(JSON.stringify(before.output) === JSON.stringify(last?.output), "was told one outcome and later another");
  }
  return broken;
}

/** How many boundaries a call has on this ledger. */
export async function countBoundaries(ledger: Source, effect: Job["effect"], counter: Counter): Promise<number> {
  const job = { ledger, effect, port: counter.port, killAt: 0, aheadMs: 0 };
  // The first opens a new ledger, which takes more steps than any later one.
  await runWorker({ ...job, calls: ["first"] });
  const { said } = await runWorker({ ...job, calls: ["second"] });
  return said.find(({ boundaries }) => boundaries !== undefined)?.boundaries ?? 0;
}
