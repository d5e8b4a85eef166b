import { fork } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const script = new URL("../run-case.mjs", import.meta.url);
const hasGroups = process.platform !== "win32";

/**
 * Runs one case in a process group and a temporary folder of its own, and gives what it found. A case that breaks or is
 * not done after `limitMs` is ended with all that it started, and told like a peer that did not run: the others still count.
 */
export async function runCaseProcess({ file, name, isQuick, limitMs, say = () => {} }) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
  // As root, PostgreSQL runs under a user of its own, who must get into the folder.
  chmodSync(folder, 0o755);
  const child = fork(script, [file, name, isQuick ? "quick" : "full"], {
    execArgv: ["--expose-gc", "--no-deprecation"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    detached: hasGroups,
    env: { ...process.env, TMPDIR: folder, TEMP: folder },
  });
  const end = async () => {
    await endGroup(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(130);
  };
  process.once("SIGINT", end).once("SIGTERM", end);
  let errors = "";
  child.stderr.on("data", (chunk) => (errors = `${errors}${chunk}`.slice(-2_000)));
  try {
    return await new Promise((resolve) => {
      const limit = setTimeout(() => {
        resolve(broken(file, `not done after ${Math.round(limitMs / 1000)} s, so it was ended`));
      }, limitMs);
      child.on("message", ({ line, found }) => {
        if (!found) return say(line);
        clearTimeout(limit);
        resolve(found);
      });
      child.once("exit", (status, signal) => {
        clearTimeout(limit);
        const reason = errors.split("\n").find((line) => /^\w*Error\b/.test(line.trim()));
        resolve(broken(file, reason?.trim() ?? `the case ended with ${status ?? signal}`));
      });
    });
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
    // What it found comes last, so whatever of it still runs then has been forgotten by it.
    await endGroup(child);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A case without figures, and why. */
export function broken(file, reason) {
  const absent = [{ name: file, reason }];
  return [{ id: file, title: file, better: "more", work: "Broke.", unequal: [], measures: [], absent, figures: [] }];
}

async function endGroup(child) {
  const ended = child.exitCode !== null || child.signalCode !== null || new Promise((go) => child.once("exit", go));
  try {
    if (hasGroups) process.kill(-child.pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch (error) {
    // Nobody of the group is left.
    if (error.code !== "ESRCH") throw error;
  }
  await ended;
}
