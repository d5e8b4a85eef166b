import type { Effect } from "@toolwright/runtime";
import { ask, type Terminal } from "../ask.js";

/** What decides how a new tool behaves, as far as flags said it. */
export interface Given {
  readonly effect: Effect | undefined;
  readonly approval: "always" | "never" | undefined;
  readonly key: readonly string[] | undefined;
}

/** Asks for what the flags left open. Where nobody can be asked, the careful answers are taken: once, approved, no key. */
export async function askForTool(
  terminal: Terminal,
  { effect, approval, key }: Given,
): Promise<{
  readonly effect: Effect;
  readonly approval: "always" | "never" | undefined;
  readonly key: readonly string[];
}> {
  if (terminal === null || effect !== undefined) return { effect: effect ?? "once", approval, key: key ?? [] };
  const effects = ["once", "read", "idempotent", "keyed", "reconcilable"];
  const chosen = (await ask(terminal, {
    text: "What does repeating a call do to the world?",
    flag: "--effect",
    choices: effects,
  })) as Effect;
  if (chosen === "read") return { effect: chosen, approval, key: key ?? [] };
  const approves =
    approval ??
    (await ask(terminal, { text: "Does a person approve it?", flag: "--approval", choices: ["always", "never"] }));
  const none = "the call id alone";
  const parts =
    key ??
    (
      await ask(terminal, {
        text: `Which properties make two calls the same work? (- for ${none})`,
        flag: "--key",
        choices: [],
      })
    )
      .split(/[\s,]+/)
      .filter((part) => part !== "-");
  return { effect: chosen, approval: approves === "never" ? "never" : "always", key: parts };
}
