import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Which ledger a worker uses. */
export type Source =
  | { readonly sqlite: string }
  | { readonly postgres: { readonly [option: string]: string | number } };

/** What a worker is to do. `aheadMs`: its ledger's clock is that much ahead, and it recovers first. */
export interface Job {
  readonly ledger: Source;
  readonly effect: "idempotent" | "keyed" | "reconcilable" | "once";
  readonly calls: readonly string[];
  readonly port: number;
  /** The number or the name of a boundary; 0 for none. */
  readonly killAt: number | string;
  readonly aheadMs: number;
  readonly stopAt?: string;
  readonly timeoutMs?: number;
}

/** A line that a worker said. */
export interface Said {
  readonly result?: {
    readonly callId: string;
    readonly status?: string;
    readonly output?: unknown;
    readonly threw?: string;
  };
  readonly recovered?: readonly { readonly callId: string; readonly status: string }[];
  readonly doubts?: readonly string[];
  readonly boundaries?: number;
  readonly stopping?: string;
}

/** How a worker ended, and everything it had said by then. */
export interface Ended {
  readonly said: readonly Said[];
  readonly killed: boolean;
}

const worker = fileURLToPath(new URL("./worker.mjs", import.meta.url));

/** Starts a worker in a process of its own. `started` is told the process. */
export function runWorker(job: Job, started: (child: ChildProcess, line: Said) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, [worker, JSON.stringify(job)], { stdio: ["ignore", "pipe", "pipe"] });
  const said: Said[] = [];
  let rest = "";
  let complaint = "";
  child.stderr.on("data", (part) => {
    complaint += part;
  });
  child.stdout.on("data", (part) => {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      said.push(JSON.parse(line));
      started(child, JSON.parse(line));
    }
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code !== 0 && signal !== "SIGKILL") reject(new Error(`a worker ended with ${code ?? signal}: ${complaint}`));
      else resolve({ said, killed: signal === "SIGKILL" });
    });
  });
}
