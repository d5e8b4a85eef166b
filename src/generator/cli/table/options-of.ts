import type { Argv, Option } from "yargs";
import type { Command } from "./command.js";

/** The options of a command, by name, without asking yargs to read a command line. */
export function optionsOf({ options }: Pick<Command, "options">): ReadonlyMap<string, Option> {
  const found = new Map<string, Option>();
  const recorder: Argv = new Proxy({} as Argv, {
    get: (_, method) => (name: string, option: Option) => {
      if (method === "option") found.set(name, option);
      return recorder;
    },
  });
  options(recorder);
  return found;
}
