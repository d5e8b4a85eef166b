import { closestWord } from "../spec/closest-word.js";
import { UsageError } from "./exit-code.js";
import type { Command } from "./table/command.js";
import { withGlobalOptions } from "./table/global-options.js";
import { optionsOf } from "./table/options-of.js";

/** What yargs says about a command line, in our words: what is wrong with it, what was meant, where to read on. */
export function usageErrorOf(message: string, words: readonly string[], commands: readonly Command[]): UsageError {
  const { command, path, rest } = commandIn(words, commands);
  const told = ["toolwright", ...path].join(" ");
  const seeHelp = `${told} --help tells more.`;
  const names = innerOf(command, commands).map(({ usage }) => nameOf(usage));
  const [first = ""] = rest.filter((word) => !word.startsWith("-"));
  if (names.length > 0 && first !== "") {
    const meant = closestWord(first, names);
    return new UsageError(
      `There is no command ${JSON.stringify([...path, first].join(" "))}.`,
      meant === null
        ? `toolwright --help lists the commands.`
        : `Did you mean ${["toolwright", ...path, meant].join(" ")}?`,
    );
  }
  const options = [...optionsOf({ options: withGlobalOptions }).keys(), ...(command ? optionsOf(command).keys() : [])];
  const found = (pattern: RegExp) => pattern.exec(message)?.slice(1) ?? null;

  const [unknown] = found(/^Unknown arguments?: ([^,]+)/) ?? [];
  if (unknown !== undefined) {
    const isOption = words.some(
      (word) => word.replace(/=.*$/, "").replace(/^-+/, "") === unknown && word.startsWith("-"),
    );
    if (!isOption) return new UsageError(`${told} does not know what to do with ${JSON.stringify(unknown)}.`, seeHelp);
    const meant = closestWord(unknown, options);
    return new UsageError(`${told} has no option --${unknown}.`, meant === null ? seeHelp : `Did you mean --${meant}?`);
  }
  if (message.startsWith("Not enough non-option arguments")) {
    const missing = /<(\w+)>/.exec(command?.usage ?? "")?.[1] ?? "word";
    const [example] = command?.examples[0] ?? [];
    return new UsageError(
      `${told} needs a ${missing}.`,
      example ? `Such as: ${example.replace("$0", "toolwright")}` : seeHelp,
    );
  }
  const [option, given, choices] = found(/Argument: ([\w-]+), Given: (.*), Choices: (.*)$/s) ?? [];
  if (option !== undefined && given !== undefined && choices !== undefined)
    return new UsageError(
      `${options.includes(option) ? "--" : ""}${option} cannot be ${given}.`,
      `It is one of ${choices.replaceAll('"', "")}.`,
    );
  const [one, other] = found(/^Arguments ([\w-]+) and ([\w-]+) are mutually exclusive/) ?? [];
  if (one !== undefined) return new UsageError(`--${one} and --${other} cannot be said together.`, seeHelp);
  const [bare] = found(/^Not enough arguments following: ([\w-]+)/) ?? [];
  if (bare !== undefined) return new UsageError(`--${bare} needs a value.`, seeHelp);
  return new UsageError(message, seeHelp);
}

/** The innermost command that the words name, and what follows it. */
function commandIn(
  words: readonly string[],
  commands: readonly Command[],
): { readonly command: Command | null; readonly path: readonly string[]; readonly rest: readonly string[] } {
  const [first = "", ...rest] = words;
  const command = commands.find(({ usage }) => nameOf(usage) === first);
  if (!command) return { command: null, path: [], rest: words };
  const inner = commandIn(rest, innerOf(command, []));
  return inner.command ? { ...inner, path: [first, ...inner.path] } : { command, path: [first], rest };
}

function innerOf(command: Command | null, otherwise: readonly Command[]): readonly Command[] {
  if (command === null) return otherwise;
  return "inner" in command.does ? command.does.inner : [];
}

function nameOf(usage: string): string {
  return usage.split(" ", 1)[0] ?? usage;
}
