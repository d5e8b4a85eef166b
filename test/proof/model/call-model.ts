import type { Crash } from "./crashing-ledger.js";

/** What anyone could know of one call, kept without a ledger. */
export interface CallModel {
  readonly n: number;
  state: "awaiting" | "approved" | "denied" | "running" | "succeeded" | "in_doubt" | "released" | "abandoned";
  attempts: number;
  lapsesAtMs: number;
}

/** The simple model: what each call should come to, and how often the world should have changed. */
export class Model {
  readonly calls = new Map<string, CallModel>();
  readonly effects = new Map<string, number>();
  readonly effect: "once" | "keyed";
  readonly asks: boolean;
  nowMs = 0;

  constructor(effect: "once" | "keyed", asks: boolean) {
    this.effect = effect;
    this.asks = asks;
  }

  /** What a call should be told, "dead" where its worker died first; and the model moves on. */
  call(id: string, n: number, crashed: Crash | null): string {
    const known = this.calls.get(id);
    // Where nobody is asked, a claim without a look comes first; for what is known it is refused, and the look follows.
    if (known === undefined && !this.asks) return this.#claim(id, n, 1, moved(crashed, 1));
    const crash = this.asks ? crashed : moved(crashed, -1);
    if (crash !== null && crash.at <= 1) return "dead";
    if (known === undefined || known.state === "released") {
      // The input of a call that was released is as fixed as that of any other.
      if (known && known.n !== n) return noted("rejected", crash);
      return this.asks ? this.#request(id, n, crash) : this.#claim(id, n, 1, crash);
    }
    if (known.n !== n) return noted("rejected", crash);
    switch (known.state) {
      case "approved":
        return this.#claim(id, n, 1, crash);
      case "running":
        return this.nowMs < known.lapsesAtMs ? "busy" : this.#takeOver(id, known, crash);
      case "denied":
        return noted("rejected", crash);
      case "abandoned":
        return noted("in_doubt", crash);
      case "awaiting":
        return "awaiting_approval";
      default:
        return noted(known.state, crash);
    }
  }

  /** What recovery should do: everything that has lapsed is taken over. */
  recover(): number {
    const lapsed = [...this.calls].filter(([, call]) => call.state === "running" && this.nowMs >= call.lapsesAtMs);
    for (const [id, call] of lapsed) this.#takeOver(id, call, null);
    return lapsed.length;
  }

  #request(id: string, n: number, crash: Crash | null): string {
    if (crash?.at === 2 && !crash.applied) return "dead";
    this.calls.set(id, { n, state: "awaiting", attempts: 0, lapsesAtMs: 0 });
    return crash?.at === 2 ? "dead" : "awaiting_approval";
  }

  #takeOver(id: string, call: CallModel, crash: Crash | null): string {
    if (this.effect === "keyed" && call.attempts < 3) return this.#claim(id, call.n, call.attempts + 1, crash);
    if (crash?.at === 2 && !crash.applied) return "dead";
    call.state = "in_doubt";
    return crash?.at === 2 ? "dead" : "in_doubt";
  }

  /** Behind a look, the claim is the second operation, the outcome the third; the effect lies between them. */
  #claim(id: string, n: number, attempts: number, crash: Crash | null): string {
    if (crash?.at === 2 && !crash.applied) return "dead";
    const call: CallModel = { n, state: "running", attempts, lapsesAtMs: this.nowMs + leaseMs };
    this.calls.set(id, call);
    if (crash?.at === 2) return "dead";
    this.effects.set(id, (this.effects.get(id) ?? 0) + 1);
    if (crash?.at === 3 && !crash.applied) return "dead";
    call.state = "succeeded";
    return crash?.at === 3 ? "dead" : "succeeded";
  }
}

/** An answer that changes nothing is written to the trail before it is given: the second operation. */
function noted(answer: string, crash: Crash | null): string {
  return crash?.at === 2 ? "dead" : answer;
}

function moved(crash: Crash | null, by: number): Crash | null {
  return crash && { ...crash, at: crash.at + by };
}

/** As the executor has it for a timeout of a second and a grace of ten. */
const leaseMs = 21_000;
