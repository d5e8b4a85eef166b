import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateApproverKeys } from "@toolwright/runtime";
import { refundPaymentPolicy } from "../../generated/tools/refund-payment.js";
import { sendEmailPolicy } from "../../generated/tools/send-email.js";
import { shipReplacementPolicy } from "../../generated/tools/ship-replacement.js";
import { send } from "../clients/send.js";
import { type FarSide, startFarSide } from "../far-side/start-far-side.js";
import type { DeskCall, DeskOrders, DeskReports, DeskTask } from "./desk-task.js";
import type { KillPoint } from "./kill-point.js";
import type { Narrator } from "./narrator.js";
import { runChild } from "./run-child.js";

const graceMs = 200;
const longestMs = Math.max(refundPaymentPolicy.timeoutMs, shipReplacementPolicy.timeoutMs, sendEmailPolicy.timeoutMs);
const leaseMs = longestMs + 2 * graceMs;

/** What the far side counts, and by what. */
const counters = { refunds: "order", shipments: "order", messages: "to" } as const;

/** What all scenes play on: a far side that counts, a ledger file, people with keys, and processes that come and go. */
export class Stage {
  readonly narrator: Narrator;
  readonly folder: string;
  readonly farSide: FarSide;
  readonly #keys = { finance: generateApproverKeys(), lead: generateApproverKeys() };
  readonly #alive = new Set<ChildProcess>();

  private constructor(narrator: Narrator, folder: string, farSide: FarSide) {
    this.narrator = narrator;
    this.folder = folder;
    this.farSide = farSide;
    for (const [name, { privateKey }] of Object.entries(this.#keys))
      writeFileSync(join(folder, `${name}.pem`), privateKey, { mode: 0o600 });
  }

  static async open(narrator: Narrator, orders: readonly string[]): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-demo-"));
    const stage = new Stage(narrator, folder, await startFarSide());
    process.once("exit", () => stage.#sweep());
    await stage.desk({ kind: "stock", orders });
    return stage;
  }

  /** Starts a process of the desk for a task, and waits for its report. */
  async desk<Kind extends DeskTask["kind"]>(task: Extract<DeskTask, { kind: Kind }>): Promise<DeskReports[Kind]> {
    const end = await this.child("desk-process", JSON.stringify(this.#ordersFor(task)));
    if (end.kind === "killed") throw new Error("a process of the desk was killed by somebody else");
    return end.report as DeskReports[Kind];
  }

  calls(...calls: readonly DeskCall[]): Promise<DeskReports["call"]> {
    return this.desk({ kind: "call", calls, dieAt: null });
  }

  /** Starts a process of the desk that dies in the middle of a call; false if it lived. */
  async kill(call: DeskCall, dieAt: KillPoint): Promise<boolean> {
    const task: DeskTask = { kind: "call", calls: [call], dieAt };
    return (await this.child("desk-process", JSON.stringify(this.#ordersFor(task)))).kind === "killed";
  }

  approve(group: "finance" | "lead"): Promise<readonly string[]> {
    return this.desk({ kind: "approve", person: "ann", keyFile: join(this.folder, `${group}.pem`) });
  }

  child(program: string, ...args: readonly string[]) {
    return runChild(program, args, this.#alive);
  }

  /** What the far side counts, whatever the shop believes. */
  async count(what: keyof typeof counters, of: string): Promise<number> {
    return (await this.lookUp(what, of)).count;
  }

  async lookUp(
    what: keyof typeof counters,
    of: string,
  ): Promise<{ readonly count: number; readonly [list: string]: unknown }> {
    const url = `${this.farSide.url}/${what}?${counters[what]}=${encodeURIComponent(of)}`;
    return (await send({ method: "GET", url })).body as { readonly count: number };
  }

  /** Until every claim of a dead process has lapsed. */
  async leaseGoesBy(): Promise<void> {
    const ticks = 25;
    const what = `one lease (${leaseMs / 1_000} s) went by; nobody else may touch a claim before`;
    for (let tick = 1; tick <= ticks; tick++) {
      await sleep((leaseMs + 100) / ticks);
      this.narrator.progress(what, tick, ticks);
    }
  }

  async close(): Promise<void> {
    await this.farSide.stop();
    this.#sweep();
  }

  get #ledgerFile(): string {
    return join(this.folder, "ledger.db");
  }

  #ordersFor(task: DeskTask): DeskOrders {
    const people = (group: "finance" | "lead") => ({ ann: this.#keys[group].publicKey });
    const approvals = { finance: people("finance"), lead: people("lead"), warehouse: {} };
    return { ledgerFile: this.#ledgerFile, farSide: this.farSide.url, approvals, graceMs, task };
  }

  #sweep(): void {
    for (const child of this.#alive) child.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
