import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a command to its end in a folder and hands back what it printed; a failure says what was printed too. */
export async function run(folder: string, command: string, ...args: readonly string[]): Promise<string> {
  const shell = process.platform === "win32";
  try {
    const { stdout } = await promisify(execFile)(command, args, { cwd: folder, shell, maxBuffer: 1 << 26 });
    return stdout;
  } catch (failure) {
    const { stdout, stderr } = failure as { stdout?: string; stderr?: string };
    throw new Error(`${[command, ...args].join(" ")} failed:\n${stdout}\n${stderr}`, { cause: failure });
  }
}
