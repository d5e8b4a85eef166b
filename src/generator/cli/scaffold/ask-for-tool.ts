import type { Effect } from "@toolwright/runtime";
import { ask, type Terminal } from "../ask.js";

/** What decides how a new tool behaves, as far as flags said it. */
export interface Given {
  readonly effect: Effect | undefined;
  readonly approval: "always" | "never" | undefined;
  readonly key: readonly string[] | undefined;
  readonly stores: readonly string[] | undefined;
}

/** What was decided, by flags, answers or for want of both. */
export interface Decided {
  readonly effect: Effect;
  readonly approval: "always" | "never" | undefined;
  readonly key: readonly string[];
  readonly stores: readonly string[];
  /** What nobody said and was therefore taken, in sentences. */
  readonly taken: readonly string[];
}

/** Asks for what the flags left open. Where nobody can be asked, the careful answers are taken: once, approved, no key. */
export async function askForTool(terminal: Terminal, given: Given): Promise<Decided> {
  if (terminal === null) return careful(given);
  const effect =
    given.effect ??
    ((await ask(terminal, {
      text: "What does repeating a call do to the world?",
      flag: "--effect",
      choices: {
        once: "it happens twice, and nobody can find out: in doubt after a crash",
        read: "nothing: it only looks",
        idempotent: "nothing more: the second time changes nothing",
        keyed: "nothing more, if the far side is handed the same key again",
        reconcilable: "it happens twice, but one can look whether it happened",
      },
    })) as Effect);
  const approval =
    given.approval ??
    (effect === "read"
      ? undefined
      : ((await ask(terminal, {
          text: "Does a person approve every call?",
          flag: "--approval",
          choices: { always: "somebody says yes first", never: "it runs at once" },
        })) as "always" | "never"));
  const key =
    given.key ??
    (effect === "read"
      ? []
      : await askWords(terminal, "Which properties of the input make two calls the same work?", "--key"));
  const stores =
    given.stores ?? (await askWords(terminal, "Which stores does it use? Such as orders:read.", "--stores"));
  return { effect, approval, key, stores, taken: [] };
}

function careful({ effect, approval, key = [], stores = [] }: Given): Decided {
  const taken =
    effect === undefined
      ? [
          'Nobody said what repeating a call does, so the spec says "once": --effect says it, toolwright new --help which.',
        ]
      : [];
  return { effect: effect ?? "once", approval, key, stores, taken };
}

/** A list that may be empty. */
async function askWords(terminal: Terminal, text: string, flag: string): Promise<readonly string[]> {
  const answer = await ask(terminal, { text, flag, choices: null });
  return answer.split(/[\s,]+/).filter((word) => word !== "");
}
