import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a child process ended: with a report, or killed. */
export type ChildEnd = { readonly kind: "reported"; readonly report: unknown } | { readonly kind: "killed" };

/** Runs one of the demo's programs as a process of its own. Rejects if it ends in any way it should not. */
export function runChild(program: string, args: readonly string[], alive: Set<ChildProcess>): Promise<ChildEnd> {
  const child = fork(fileURLToPath(new URL(`./${program}.js`, import.meta.url)), args, {
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  alive.add(child);
  let report: unknown;
  let complaint = "";
  child.on("message", (message) => {
    report = message;
  });
  child.stderr?.on("data", (chunk) => {
    complaint += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      alive.delete(child);
      if (signal === "SIGKILL") resolve({ kind: "killed" });
      else if (code === 0) resolve({ kind: "reported", report });
      else reject(new Error(`${program} ended with ${signal ?? code}:\n${complaint}`));
    });
  });
}
