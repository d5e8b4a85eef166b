import type { CallRecord, Change, ExecutionDraft, ExecutionRecord, Ledger, Written } from "@toolwright/runtime";
import { stable } from "./actor.js";
import { Violation } from "./violation.js";

const final: readonly ExecutionRecord["status"][] = ["succeeded", "failed", "denied", "abandoned"];

const settling: readonly ExecutionRecord["status"][] = ["succeeded", "failed", "unreported"];

/** Keeps a ledger's contents in view, and cries out when something is written that never may be. */
export class ObservedLedger {
  readonly ledger: Ledger;
  readonly records = new Map<string, ExecutionDraft & { readonly revision: number; readonly atMs: number }>();
  readonly #calls = new Map<string, CallRecord>();
  readonly #writer: () => string;
  /** Who raised a fence: nobody else may settle under it. */
  readonly #holders = new Map<string, string>();
  readonly #settled = new Map<string, number>();

  constructor(ledger: Ledger, writer: () => string) {
    this.#writer = writer;
    this.ledger = {
      ...ledger,
      write: async (change) => {
        const written = await ledger.write(change);
        if (written.kind === "written") this.#note(change, written);
        return written;
      },
    };
  }

  /** The executions that are running under a fence which this actor raised. */
  heldBy(actor: string) {
    return [...this.records].flatMap(([name, record]) =>
      record.status === "running" && this.#holders.get(name) === actor ? [record] : [],
    );
  }

  /** Whether anything is under a lease, so that turning the clock would matter. */
  get isLeased(): boolean {
    return [...this.records.values()].some(({ leaseMs }) => leaseMs !== null);
  }

  state(): string {
    return stable([[...this.records.values()], [...this.#calls.values()], [...this.#settled]]);
  }

  #note({ call, execution, trail }: Change, { revision, atMs }: Extract<Written, { kind: "written" }>): void {
    if (call) this.#calls.set(JSON.stringify([call.tenant, call.thread, call.callId]), call);
    for (const { key, generation, kind } of trail ?? []) {
      if (kind !== "settled") continue;
      const name = `${key}#${generation}`;
      this.#settled.set(name, (this.#settled.get(name) ?? 0) + 1);
      if (this.#settled.get(name) === 2) throw new Violation(`generation ${generation} was settled twice`);
    }
    if (!execution) return;
    const name = `${execution.next.key}#${execution.next.generation}`;
    const before = this.records.get(name);
    if (before && final.includes(before.status))
      throw new Violation(`a record that was ${before.status} became ${execution.next.status}`);
    if (before && execution.next.fence < before.fence) throw new Violation("the fence went down");
    // What the far side reports, or a person answers, needs no claim.
    const isReport =
      trail?.some(({ kind }) => kind === "resumed" || kind === "answered") || execution.next.operation?.held;
    if (!isReport) this.#checkHolder(name, execution.next, before?.fence ?? 0);
    this.records.set(name, { ...execution.next, revision, atMs });
  }

  #checkHolder(name: string, next: ExecutionDraft, fence: number): void {
    const writer = this.#writer();
    if (next.fence > fence) this.#holders.set(name, writer);
    else if (settling.includes(next.status) && next.fence > 0 && this.#holders.get(name) !== writer)
      throw new Violation(`${writer} settled under the fence of ${this.#holders.get(name)}`);
  }
}
