import { basename } from "node:path";
import { exitCode, UsageError } from "../exit-code.js";
import { completionScript, shells } from "../shell/completion-script.js";

/** Prints the completion of a shell: the named one, else the one that the user has. */
export function printCompletion(named: string | undefined): number {
  const wanted = named ?? basename(process.env.SHELL ?? "");
  const shell = shells.find((each) => each === wanted);
  if (shell === undefined)
    throw new UsageError(
      wanted === "" ? "$SHELL does not say which shell this is." : `${wanted} cannot be completed in.`,
      `Name one: toolwright completion ${shells.join("|")}.`,
    );
  process.stdout.write(completionScript[shell]);
  return exitCode.ok;
}
