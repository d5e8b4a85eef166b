import type { Command } from "../table/command.js";
import { withGlobalOptions } from "../table/global-options.js";
import { optionsOf } from "../table/options-of.js";

/** What may stand in place of the last word: commands, options, or the values that an option or a command can have. */
export async function completeWords(
  words: readonly string[],
  commands: readonly Command[],
  above: Command | null = null,
): Promise<readonly string[]> {
  const [first = "", ...rest] = words;
  const command = rest.length > 0 ? commands.find(({ usage }) => usage.split(" ", 1)[0] === first) : undefined;
  if (command) return completeWords(rest, "inner" in command.does ? command.does.inner : [], command);
  const options = new Map([...optionsOf({ options: withGlobalOptions }), ...(above ? optionsOf(above) : [])]);
  const last = words.at(-1) ?? "";
  const before = /^--(.+)$/.exec(words.at(-2) ?? "")?.[1];
  const values = before === undefined ? undefined : options.get(before)?.choices;
  const found = last.startsWith("-")
    ? [...[...options.keys()].map((name) => `--${name}`), "--help"]
    : (values ??
      (commands.length > 0 ? commands.map(({ usage }) => usage.split(" ", 1)[0] ?? "") : await above?.values?.()));
  return (found ?? []).filter((word) => word.startsWith(last));
}
