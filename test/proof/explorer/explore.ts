import { createHash } from "node:crypto";
import { actorOf, type Choice, describeChoice } from "./choice.js";
import { conclude } from "./conclude.js";
import type { RuntimeUnderTest } from "./runtime-under-test.js";
import type { Scenario } from "./scenario.js";
import { Stage } from "./stage.js";
import { Violation } from "./violation.js";
import { virtualTimers } from "./virtual-timers.js";

/** What an exploration came to. A violation comes with the run that shows it. */
export interface Explored {
  readonly schedules: number;
  readonly states: number;
  readonly violation: string | null;
}

interface Taken {
  readonly at: number;
  /** The choices that are left to try after this one. */
  readonly rest: readonly number[];
  /** What its actor had seen after it. */
  readonly seen: string | undefined;
}

/** For each step the choice to take, and behind it those to try later; and what an earlier run knows about it. */
type Prefix = readonly { readonly untried: readonly number[]; readonly seen: string | undefined }[];

const longestRun = 120;

/**
 * Tries every schedule of a scenario, depth first, by running it anew with one choice changed. A run is cut short where
 * it gets to a state that was seen: what actors have seen, the ledger, the world and the clock are all that the rest
 * depends on, so its continuations are the ones already tried.
 */
export async function explore(scenario: Scenario, runtime: RuntimeUnderTest): Promise<Explored> {
  const seen = new Set<string>();
  let schedules = 0;
  for (let prefix: Prefix | null = []; prefix !== null; ) {
    const story: string[] = [];
    const stage = new Stage(scenario, runtime);
    const restore = virtualTimers(stage.schedule);
    try {
      schedules++;
      prefix = after(await run(scenario, stage, prefix, seen, story));
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { schedules, states: seen.size, violation: `${error.message}\n  ${story.join("\n  ")}` };
    } finally {
      restore();
    }
  }
  return { schedules, states: seen.size, violation: null };
}

async function run(
  scenario: Scenario,
  stage: Stage,
  prefix: Prefix,
  seen: Set<string>,
  story: string[],
): Promise<readonly Taken[]> {
  const { schedule, world, observed } = stage;
  for (const [at, part] of (scenario.before ?? []).entries()) await stage.playAlone(part, `before${at}`);
  for (const [at, part] of scenario.cast.entries()) await stage.play(part, "ABCDE"[at] ?? `${at}`);
  const path: Taken[] = [];
  while (schedule.isOpen) {
    if (world.violation) throw world.violation;
    if (path.length > longestRun) throw new Violation("a call never comes to an end");
    if (path.length >= prefix.length && !isNew(stage, seen)) return path;
    const choices = schedule.choices(observed.isLeased);
    if (choices.every(({ kind }) => kind === "turn")) {
      // Everybody alive waits for the lease.
      if (schedule.turned > 8) throw new Violation("a call waits for ever");
      story.push("time passes");
      schedule.turn();
      continue;
    }
    const known = prefix[path.length];
    const [at, ...rest] = known?.untried ?? untried(stage, choices, seen);
    const choice = at === undefined ? undefined : choices[at];
    if (at === undefined || choice === undefined) throw new Error("the same choices led elsewhere: not deterministic");
    story.push(describeChoice(choice));
    const actor = actorOf(choice);
    actor?.recall(known?.seen);
    await schedule.take(choice);
    path.push({ at, rest, seen: actor?.seen });
  }
  if (world.violation) throw world.violation;
  if (!isNew(stage, seen)) return path;
  await conclude(scenario, stage, story);
  return path;
}

/** Leaves out crashes that lead where others have led: most reads make no difference to what a crash leaves behind. */
function untried(stage: Stage, choices: readonly Choice[], seen: ReadonlySet<string>): readonly number[] {
  return [...choices.keys()].filter((at) => {
    const choice = choices[at];
    if (choice?.kind !== "fault" || choice.fault !== "crash" || choice.happens) return true;
    return !seen.has(stage.schedule.stateAfterCrash(choice.op.actor, () => digestOf(stage)));
  });
}

function digestOf(stage: Stage): string {
  return createHash("sha1").update(stage.state()).digest("base64");
}

function isNew(stage: Stage, seen: Set<string>): boolean {
  const digest = digestOf(stage);
  if (seen.has(digest)) return false;
  seen.add(digest);
  return true;
}

/** The next choices to try, or null after the last. */
function after(path: readonly Taken[]): Prefix | null {
  const last = path.findLastIndex(({ rest }) => rest.length > 0);
  return last < 0
    ? null
    : path
        .slice(0, last + 1)
        .map(({ at, rest, seen }, step) =>
          step === last ? { untried: rest, seen: undefined } : { untried: [at, ...rest], seen },
        );
}
