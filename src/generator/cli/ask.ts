import { createInterface } from "node:readline";
import { UsageError } from "./exit-code.js";

/** Where questions go and answers come from; null where nobody can be asked. */
export type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream } | null;

/** One question and the flag that answers it beforehand. */
export interface Question {
  readonly text: string;
  readonly flag: string;
  /** What can be answered, and what it means; the first is the default. null: any text, or none. */
  readonly choices: Readonly<Record<string, string>> | null;
}

/** The terminal of this process, unless there is none or the user wants no questions. */
export function terminalOf(noInput: boolean): Terminal {
  const { stdin, stdout } = process;
  return noInput || !stdin.isTTY || !stdout.isTTY ? null : { input: stdin, output: stdout };
}

/** Asks until the answer is one of the choices, or begins one. Where nobody can be asked, the missing flag is named. */
export async function ask(terminal: Terminal, { text, flag, choices }: Question): Promise<string> {
  if (terminal === null) throw new UsageError(`${text} Nobody can be asked here.`, `Answer with ${flag}.`);
  const names = Object.keys(choices ?? {});
  const [first = ""] = names;
  const prompt = choices === null ? "(Enter: none) " : `(Enter: ${first}) `;
  const lines = createInterface({ input: terminal.input, terminal: false });
  try {
    terminal.output.write(`${text}\n${described(choices ?? {})}${prompt}`);
    for await (const line of lines) {
      const answer = line.trim();
      if (choices === null) return answer;
      const meant = answer === "" ? [first] : names.filter((name) => name.startsWith(answer.toLowerCase()));
      if (meant.length === 1 && meant[0] !== undefined) return meant[0];
      terminal.output.write(`One of ${names.join(", ")}. ${prompt}`);
    }
  } finally {
    lines.close();
  }
  throw new UsageError("No answer, so nothing was done.", `Answer with ${flag}.`);
}

function described(choices: Readonly<Record<string, string>>): string {
  const width = Math.max(0, ...Object.keys(choices).map((name) => name.length));
  return Object.entries(choices)
    .map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`.trimEnd())
    .map((line) => `${line}\n`)
    .join("");
}
