import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../src/generator/bin/toolwright.js", import.meta.url));

/** How a run of the command line ended. */
export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line as a process of its own. */
export function runCli(cwd: string, ...args: readonly string[]): Promise<CliRun> {
  return new Promise((resolve) => {
    const env = { ...process.env, NO_COLOR: "1" };
    execFile(process.execPath, [bin, ...args], { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}
