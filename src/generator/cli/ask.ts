import { createInterface } from "node:readline";
import { UsageError } from "./exit-code.js";

/** Where questions go and answers come from; null where nobody can be asked. */
export type Terminal = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream } | null;

/** One question, the flag that answers it beforehand, and the answers it can have; the first is the default. */
export interface Question {
  readonly text: string;
  readonly flag: string;
  /** Empty: any text. */
  readonly choices: readonly string[];
}

/** The terminal of this process, unless there is none or the user wants no questions. */
export function terminalOf(noInput: boolean): Terminal {
  const { stdin, stdout } = process;
  return noInput || !stdin.isTTY || !stdout.isTTY ? null : { input: stdin, output: stdout };
}

/** Asks until the answer is one of the choices. Where nobody can be asked, the missing flag is named. */
export async function ask(terminal: Terminal, { text, flag, choices }: Question): Promise<string> {
  if (terminal === null) throw new UsageError(`${text} Nobody can be asked here.`, `Answer with ${flag}.`);
  const shown = choices.length === 0 ? "" : ` (${choices.join(" | ")}; ${choices[0]})`;
  const lines = createInterface({ input: terminal.input, terminal: false });
  try {
    terminal.output.write(`${text}${shown} `);
    for await (const line of lines) {
      const answer = line.trim();
      if (choices.length === 0 && answer !== "") return answer;
      const chosen = answer === "" ? choices[0] : choices.find((choice) => choice.startsWith(answer.toLowerCase()));
      if (chosen !== undefined) return chosen;
      terminal.output.write(`${text}${shown} `);
    }
  } finally {
    lines.close();
  }
  throw new UsageError("No answer, so nothing was done.", `Answer with ${flag}.`);
}
