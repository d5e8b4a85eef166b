import type { Arguments, Argv } from "yargs";
import { UsageError } from "../exit-code.js";
import type { Format } from "../report.js";

/** One command of the command line: what `--help` shows of it, and what it does. */
export interface Command {
  /** The words that call it, such as "new <tool>". */
  readonly usage: string;
  readonly describe: string;
  readonly options: (argv: Argv) => Argv;
  /** At least one; shown by `--help`. */
  readonly examples: readonly (readonly [command: string, describe: string])[];
  /** What may stand for its first word, where that is a closed list; the shell completes it. */
  readonly values?: () => Promise<readonly string[]>;
  /** Commands inside of it, or what it does itself: loads what it needs, and gives the exit code. */
  readonly does:
    | { readonly inner: readonly Command[] }
    | { readonly run: (root: string, args: Arguments) => Promise<number> };
}

/** The option that says where the specs are. */
export function withSpecs(argv: Argv): Argv {
  return argv.option("specs", { type: "string", describe: "Folder of the specs" });
}

/** The options that say where specs and generated code are. */
export function withFolders(argv: Argv): Argv {
  return withSpecs(argv).option("out", { type: "string", describe: "Folder of the generated code" });
}

/** What those options say. */
export function foldersOf(args: Arguments): { readonly specs: string | undefined; readonly out: string | undefined } {
  return { specs: textOf(args, "specs"), out: textOf(args, "out") };
}

/** The value of an option that is a text. */
export function textOf(args: Arguments, name: string): string | undefined {
  const value = args[name];
  if (value === "") throw new UsageError(`--${name} needs a value.`, "Leave it out for the default.");
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that is a list. */
export function listOf(args: Arguments, name: string): readonly string[] | undefined {
  const value = args[name];
  return Array.isArray(value) ? value.map(String) : undefined;
}

/** How findings are to be printed. */
export function formatOf(args: Arguments): Format {
  return args.json === true ? "json" : (args.format as Format);
}
