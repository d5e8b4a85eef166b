import { type Actor, Actors } from "./actor.js";
import { type Choice, Faults } from "./choice.js";
import type { Pending, Timer } from "./pending.js";
import { Violation } from "./violation.js";

/** How often things may go wrong or the clock may be turned in one run. */
export interface Budget {
  readonly faults: number;
  readonly turns: number;
  /** Whether the ledger may be unavailable to a worker that lives on. */
  readonly outages?: boolean;
}

/**
 * Decides who moves next. Between two moves exactly one actor runs, until everything it waits for is pending here; so
 * a list of choices is a complete description of a run, and can be run again.
 */
export class Schedule {
  readonly actors = new Actors();
  readonly unavailable: (message: string) => Error;
  nowMs = 1_000_000;
  turned = 0;
  #pending: Pending[] = [];
  #timers: Timer[] = [];
  #current: Actor | undefined;
  #faultsLeft: number;
  #turnsLeft: number;
  readonly #turnMs: number;
  readonly #severely: boolean;

  constructor(budget: Budget, turnMs: number, unavailable: (message: string) => Error) {
    this.#faultsLeft = budget.faults;
    this.#turnsLeft = budget.turns;
    this.#severely = budget.outages === true;
    this.#turnMs = turnMs;
    this.unavailable = unavailable;
  }

  /** What the code under test calls instead of acting; resolves once it is chosen. */
  ask<T>(
    name: string,
    happen: (way: unknown) => T | Promise<T>,
    more: { readonly writes?: boolean; readonly ways?: readonly unknown[]; readonly isReady?: () => boolean } = {},
  ): Promise<T> {
    const actor = this.actor;
    const { writes = false, ways = [null], isReady = () => true } = more;
    return new Promise((answer, refuse) => {
      if (actor.state !== "crashed")
        this.#pending.push({ actor, name, writes, ways, isReady, happen, answer: answer as Pending["answer"], refuse });
    });
  }

  get actor(): Actor {
    if (this.#current === undefined) throw new Error("nobody is running");
    return this.#current;
  }

  setTimer(ring: () => void, ms: number): object {
    const timer = { actor: this.actor, dueMs: this.nowMs + ms, ring };
    this.#timers.push(timer);
    return timer;
  }

  clearTimer(timer: unknown): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  async start(name: string, work: () => Promise<unknown>): Promise<Actor> {
    const actor = this.actors.add(name);
    await this.#run(actor, () => {
      work().then(
        (result) => actor.end({ result }),
        (error: Error) => actor.end({ error }),
      );
    });
    return actor;
  }

  /** Everything that may come next, in an order that depends on the past alone. */
  choices(mayTurn: boolean): readonly Choice[] {
    // An actor that has answered its caller may have left a body behind, and that acts on.
    const ready = this.#pending.filter(({ actor, isReady }) => actor.state !== "crashed" && isReady());
    const due = this.#timers.filter(({ actor, dueMs }) => actor.state !== "crashed" && dueMs <= this.nowMs);
    const moves: Choice[] = [
      ...ready.flatMap((op) => op.ways.map((way): Choice => ({ kind: "go", op, way }))),
      ...due.map((timer): Choice => ({ kind: "ring", timer })),
    ];
    const turn: Choice[] = mayTurn && this.#turnsLeft > 0 ? [{ kind: "turn" }] : [];
    const faults = this.#faultsLeft > 0 ? ready.flatMap((op) => Faults.of(op, this.#severely)) : [];
    return [...faults, ...moves, ...turn];
  }

  /** Whether anybody still does, or waits for, anything. */
  get isOpen(): boolean {
    return (
      this.actors.live.some(({ isPatient }) => !isPatient) ||
      this.#pending.some(({ actor, isReady }) => actor.state !== "crashed" && isReady())
    );
  }

  async take(choice: Choice): Promise<void> {
    switch (choice.kind) {
      case "go":
        return this.#go(choice.op, choice.way);
      case "ring":
        this.clearTimer(choice.timer);
        choice.timer.actor.note("ring", choice.timer.dueMs);
        return this.#run(choice.timer.actor, choice.timer.ring);
      case "turn":
        this.#turnsLeft--;
        return this.turn();
      case "fault":
        this.#faultsLeft--;
        this.#pending = this.#pending.filter((op) => op !== choice.op);
        this.#current = choice.op.actor;
        if (choice.happens) await choice.op.happen(choice.op.ways[0]);
        if (choice.fault === "crash") {
          choice.op.actor.state = "crashed";
          return;
        }
        choice.op.actor.note(`${choice.op.name} unavailable`);
        return this.#run(choice.op.actor, () => choice.op.refuse(this.unavailable("no answer")));
    }
  }

  turn(ms = this.#turnMs): void {
    this.nowMs += ms;
    this.turned++;
  }

  /** Runs one actor alone, doing what it asks for in order, to its end or to where it dies. */
  async runAlone(actor: Actor, diesAt?: string): Promise<void> {
    for (let moves = 0; actor.state === "live"; moves++) {
      const op = this.#pending.find((one) => one.actor === actor && one.isReady());
      const timer = this.#timers.find((one) => one.actor === actor && one.dueMs <= this.nowMs);
      if (moves > 200) throw new Violation(`${actor.name} never comes to an end`);
      if (op && op.name === diesAt) actor.state = "crashed";
      else if (op) await this.#go(op, op.ways[0]);
      else if (timer) await this.take({ kind: "ring", timer });
      else throw new Violation(`${actor.name} waits for something that never comes`);
    }
  }

  /** Lets those go on who had been waiting for something that has come. */
  async runPatient(): Promise<void> {
    for (const actor of this.actors.live)
      if (this.#pending.some((op) => op.actor === actor && op.isReady())) await this.runAlone(actor);
  }

  /** All that the future depends on, besides ledger and world. */
  state(): string {
    const timers = this.#timers.filter(({ actor }) => actor.state !== "crashed");
    const busy = new Set(this.#pending.map(({ actor }) => actor));
    return JSON.stringify([
      this.nowMs,
      this.#faultsLeft,
      this.#turnsLeft,
      timers.map(({ actor, dueMs }) => [actor.name, dueMs]),
      this.actors.all.map((actor) => actor.stateOf(busy.has(actor))),
    ]);
  }

  /** The state that a crash would lead to, found out without running there. */
  stateAfterCrash<T>(actor: Actor, state: () => T): T {
    const before = actor.state;
    actor.state = "crashed";
    this.#faultsLeft--;
    try {
      return state();
    } finally {
      actor.state = before;
      this.#faultsLeft++;
    }
  }

  async #go(op: Pending, way: unknown): Promise<void> {
    this.#pending = this.#pending.filter((other) => other !== op);
    this.#current = op.actor;
    const value = await op.happen(way);
    op.actor.note(op.name, way, value);
    await this.#run(op.actor, () => op.answer(value));
  }

  async #run(actor: Actor, begin: () => void): Promise<void> {
    this.#current = actor;
    begin();
    // Behind all microtasks: whatever the actor can do without the schedule is done then.
    await new Promise((resolve) => setImmediate(resolve));
    this.#current = undefined;
  }
}
