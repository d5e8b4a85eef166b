import { spawn } from "node:child_process";

/** Runs a Node process to its end: wall and CPU milliseconds, peak memory and output. Throws if it fails. */
export async function runNode(args, options = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let errors = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (errors += chunk));
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (status !== 0) throw new Error(`exit ${status}: ${(errors || output).trim().split("\n").slice(0, 3).join(" ")}`);
  return { ms: performance.now() - started, output };
}
