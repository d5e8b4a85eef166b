import type { Argv } from "yargs";
import type { Format } from "../report.js";

const formats: readonly Format[] = ["text", "json", "github", "sarif"];

/** The options that every command takes. */
export function withGlobalOptions(argv: Argv): Argv {
  return argv
    .option("json", { type: "boolean", describe: "One JSON object on stdout" })
    .option("format", { choices: formats, describe: "How findings are printed", default: "text" })
    .option("no-input", {
      type: "boolean",
      describe: "Never ask; where an answer is missing, name the flag that gives it",
    });
}

/** The format that a command line asks for, even one that cannot be read otherwise. */
export function formatIn(words: readonly string[]): Format {
  if (words.includes("--json")) return "json";
  const [, joined] = /^--format=(.*)$/.exec(words.find((word) => word.startsWith("--format=")) ?? "") ?? [];
  const asked = joined ?? words[words.indexOf("--format") + 1];
  return words.some((word) => word.startsWith("--format"))
    ? (formats.find((each) => each === asked) ?? "text")
    : "text";
}
