import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyResult, ApprovalRequest, SignedDecision, ToolPolicy } from "@toolwright/runtime";
import { signDecision } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { as, linkOne, type OneTool, people, policyOf } from "../executor/one-tool.js";
import { scratchFolder } from "../scratch-folder.js";

/** A call of the executor: its method and arguments. */
export type Asked = readonly [method: string, ...args: readonly unknown[]];

/** What a worker is to do; see `cases/worker.mjs` for the steps of a body. */
export interface Scene {
  readonly policy?: Partial<ToolPolicy>;
  readonly body?: readonly (string | readonly unknown[])[];
  readonly reconcile?: "find" | "unknown";
  readonly calls: readonly Asked[];
  /** How far its clock is ahead of ours: past a lease, for example. */
  readonly aheadMs?: number;
  readonly patienceMs?: number;
  readonly startAtMs?: number;
  /** It is killed as soon as the world has seen that many effects. */
  readonly dieAtEffects?: number;
  readonly stores?: readonly string[];
  readonly approvals?: object;
}

/** Past every lease, and within `recover.within`. */
export const pastLeases = 600_000;

/** What a worker told about each of its calls before it ended, and how it ended. */
export interface Worked {
  readonly ended: number | "killed";
  readonly said: readonly (AnyResult & { readonly threw?: string })[];
}

/** A ledger file and a world of its own, which processes come and go on. */
export function openStage() {
  const folder = scratchFolder();
  const [file, world] = [join(folder, "ledger.db"), join(folder, "world.txt")];
  return {
    file,
    /** The idempotency keys under which something was done to the world. */
    effects: () => (existsSync(world) ? readFileSync(world, "utf8").trimEnd().split("\n") : []),
    ledger: (aheadMs = 0) => sqliteLedger(file, { clock: () => Date.now() + aheadMs }),
    /** An executor in this process, on the same file. */
    link: (tool: Omit<OneTool, "ledger">, aheadMs = 0) =>
      linkOne({ ...tool, ledger: sqliteLedger(file, { clock: () => Date.now() + aheadMs }) }),
    /** Runs a worker to its end, whatever that is. */
    worker({ policy, ...scene }: Scene): Promise<Worked> {
      const script = fileURLToPath(new URL("cases/worker.mjs", import.meta.url));
      const given = JSON.stringify({ ...scene, file, world, policy: policyOf({ timeoutMs: 10_000, ...policy }) });
      const child = spawn(process.execPath, [script, given], { stdio: ["ignore", "pipe", "inherit"], timeout: 25_000 });
      let text = "";
      child.stdout.on("data", (chunk) => {
        text += chunk;
      });
      return new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code, signal) => {
          const said = text.split("\n").filter(Boolean);
          resolve({ ended: signal === null ? (code ?? 0) : "killed", said: said.map((line) => JSON.parse(line)) });
        });
      });
    },
  };
}

/** The call that most rows are about. */
export const c1 = { tenant: "shop", user: "ada", thread: "t1", callId: "c1" };
export const execute = (n = 1, callId = "c1"): Asked => ["execute", "work", { n }, as(callId)];

/** The request that a result waits for. */
export function requestOf(result: object): ApprovalRequest<"work"> {
  const { approval } = result as { readonly approval?: ApprovalRequest<"work"> };
  if (approval === undefined) throw new Error(`nobody was asked: ${JSON.stringify(result)}`);
  return approval;
}

export function yes(request: ApprovalRequest, by: "ann" | "bo" = "ann"): SignedDecision {
  return signDecision(request, { verdict: "approve", by }, people[by].privateKey);
}

export function no(request: ApprovalRequest, reason: string): SignedDecision {
  return signDecision(request, { verdict: "deny", by: "ann", reason }, people.ann.privateKey);
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
