import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ToolPolicy } from "@toolwright/runtime";

/** Where a worker's ledger is. */
export type Backend =
  | { readonly kind: "sqlite"; readonly path: string }
  | { readonly kind: "postgres"; readonly pool: { readonly [option: string]: string | number } };

/** What is left of a worker. */
export interface Remains {
  /** Where it was killed; null if it came to its end before. */
  readonly killedAt: string | null;
  /** Idempotency keys under which the world was changed, in order. */
  readonly effects: readonly string[];
  /** What it had told its caller. */
  readonly told: unknown;
}

interface Report {
  readonly step: string;
  readonly effect?: string;
  readonly result?: unknown;
}

function start(backend: Backend, policy: ToolPolicy, callId: string) {
  const file = fileURLToPath(new URL("worker.mjs", import.meta.url));
  return fork(file, [JSON.stringify({ backend, policy, callId })], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
}

/** Starts a worker on one call, lets it take so many steps, and kills it with SIGKILL at the next. */
export function killAt(steps: number, backend: Backend, policy: ToolPolicy, callId: string): Promise<Remains> {
  const worker = start(backend, policy, callId);
  return new Promise((resolve, reject) => {
    const effects: string[] = [];
    let taken = 0;
    let killedAt: string | null = null;
    let told: unknown;
    let complaint = "";
    worker.stderr?.on("data", (chunk) => {
      complaint += chunk;
    });
    worker.on("message", ({ step, effect, result }: Report) => {
      // Counted before the knife falls: the request had left the worker.
      if (effect !== undefined) effects.push(effect);
      if (result !== undefined) told = result;
      if (taken++ < steps) return worker.send("go");
      killedAt = step;
      return worker.kill("SIGKILL");
    });
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (killedAt === null && code !== 0) reject(new Error(`the worker ended with ${code}: ${complaint}`));
      else resolve({ killedAt, effects, told });
    });
  });
}

/** Starts a worker on one call and stops it with SIGSTOP at a step; it goes on, with SIGCONT, when `meanwhile` is over. */
export function stopAt(
  step: string,
  backend: Backend,
  policy: ToolPolicy,
  callId: string,
  meanwhile: (world: string[]) => Promise<void>,
): Promise<{ readonly world: readonly string[]; readonly told: unknown }> {
  const worker = start(backend, policy, callId);
  return new Promise((resolve, reject) => {
    const world: string[] = [];
    let told: unknown;
    let isStopped = false;
    worker.on("message", (report: Report) => {
      if (report.effect !== undefined) world.push(report.effect);
      if (report.result !== undefined) told = report.result;
      if (report.step !== step || isStopped) return void worker.send("go");
      isStopped = true;
      worker.kill("SIGSTOP");
      return void meanwhile(world).then(() => {
        worker.kill("SIGCONT");
        worker.send("go");
      }, reject);
    });
    worker.on("error", reject);
    worker.on("exit", () => resolve({ world, told }));
  });
}
