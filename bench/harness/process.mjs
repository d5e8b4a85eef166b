import { spawn } from "node:child_process";

/** Runs a Node process to its end: wall milliseconds and output. Throws if it fails, or takes longer than `limitMs`. */
export async function runNode(args, { limitMs = 150_000, ...options } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let output = "";
  let errors = "";
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, limitMs);
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (errors += chunk));
  const status = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearTimeout(limit));
  if (isLate) throw new Error(`ended after ${limitMs / 1000} s, which is longer than a contestant may take`);
  if (status !== 0) throw new Error(`exit ${status}: ${(errors || output).trim().split("\n").slice(0, 3).join(" ")}`);
  return { ms: performance.now() - started, output };
}
