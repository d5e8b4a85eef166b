import type { Effect, Finding } from "@toolwright/runtime";
import type { Actor } from "./actor.js";
import type { RuntimeUnderTest } from "./runtime-under-test.js";
import type { Schedule } from "./schedule.js";
import { Violation } from "./violation.js";

/** How a body may end: by returning, by a throw on either side of its effect, or by saying that nothing happened. */
export type BodyEnd =
  | "returns"
  | "defers"
  | "asks first"
  | "throws before"
  | "throws after"
  | "fails"
  | "asks for more time";

interface BodyContext {
  readonly idempotencyKey: string;
  readonly operationId: string;
  readonly defer: () => never;
  readonly ask: (question: string) => unknown;
}

interface Body {
  readonly actor: Actor;
  readonly key: string;
}

/** The far side: where effects happen, outside every ledger. */
export class World {
  /** What the far side knows an operation by, once it has begun. */
  operation: string | undefined;
  readonly effects: { readonly key: string; readonly by: string }[] = [];
  readonly #schedule: Schedule;
  readonly #runtime: RuntimeUnderTest["index"];
  readonly #effect: Effect;
  readonly #ends: readonly BodyEnd[];
  readonly #mayBegin: (key: string) => string | null;
  #bodies: readonly Body[] = [];
  /** Keys that a keyed far side said no to: it says so again, however late the repeat. */
  readonly #refused = new Set<string>();

  constructor(
    schedule: Schedule,
    runtime: RuntimeUnderTest["index"],
    effect: Effect,
    ends: readonly BodyEnd[],
    mayBegin: (idempotencyKey: string) => string | null,
  ) {
    this.#schedule = schedule;
    this.#runtime = runtime;
    this.#effect = effect;
    this.#ends = ends;
    this.#mayBegin = mayBegin;
  }

  /** What a caller sees of the world: for a keyed effect the far side answers a repeat as it answered at first. */
  outputOf(key: string): { readonly made: string } | undefined {
    const own = this.effects.filter((effect) => effect.key === key);
    const told = this.#effect === "keyed" || this.#effect === "reconcilable" ? own[0] : own.at(-1);
    return told && { made: told.by };
  }

  count(key: string): number {
    const made = this.effects.filter((effect) => effect.key === key).length;
    return this.#effect === "keyed" ? Math.min(made, 1) : made;
  }

  readonly run = async (_input: unknown, context: BodyContext) => {
    const { idempotencyKey: key } = context;
    const { actor } = this.#schedule;
    const forbidden = this.#effect === "read" ? null : this.#mayBegin(key);
    if (forbidden !== null) throw this.#cry(forbidden);
    const others = this.#live(key).some((body) => body.actor !== actor);
    // Past a lease nobody can keep a stopped process from going on; before it, two bodies are a broken promise.
    if (others && this.#schedule.turned === 0 && this.#effect !== "read")
      throw this.#cry("two bodies ran at once while the lease held");
    const body = { actor, key };
    this.#bodies = [...this.#bodies, body];
    try {
      const end = await this.#end(key);
      if (end === "throws before") throw new Error("connection reset");
      if (end === "fails") throw this.#refuse(key);
      if (end === "asks for more time") throw new this.#runtime.RetryLater("unavailable", "come back later");
      if (end === "asks first") context.ask("which");
      const operation = this.#ends.includes("defers") ? context.operationId : undefined;
      await this.#schedule.ask("effect", () => {
        if (this.#refused.has(key)) return;
        this.effects.push({ key, by: `${actor.name}${this.effects.length}` });
        this.operation ??= operation;
      });
      if (this.#refused.has(key)) throw this.#refuse(key);
      if (end === "defers") context.defer();
      if (end === "throws after") throw new Error("connection reset");
      return this.outputOf(key);
    } finally {
      this.#bodies = this.#bodies.filter((other) => other !== body);
    }
  };

  /** Tells the truth: as long as a body might still act, nobody can say that it will not. */
  readonly reconcile = (_input: unknown, { idempotencyKey: key }: { readonly idempotencyKey: string }) =>
    this.#schedule.ask("reconcile", (): Finding<unknown> => {
      const happened = this.outputOf(key);
      if (happened) return { happened };
      return this.#live(key).length > 0 ? "unknown" : "cannot happen any more";
    });

  /** First violation that a body saw; thrown inside a body it would only be one more unknown ending. */
  violation: Violation | undefined;

  state(): string {
    return JSON.stringify([
      this.effects,
      [...this.#refused],
      this.#bodies.filter(({ actor }) => actor.state !== "crashed").map(({ actor }) => actor.name),
    ]);
  }

  #live(key: string): readonly Body[] {
    return this.#bodies.filter((body) => body.key === key && body.actor.state !== "crashed");
  }

  #refuse(key: string): Error {
    if (this.#effect === "keyed") this.#refused.add(key);
    return new this.#runtime.ToolFailure("refused", "the far side said no");
  }

  #cry(message: string): Violation {
    this.violation ??= new Violation(message);
    return this.violation;
  }

  async #end(key: string): Promise<BodyEnd> {
    if (this.#ends.length === 1) return this.#ends[0] as BodyEnd;
    return this.#schedule.ask(
      "ends",
      (way) => {
        const end = way as BodyEnd;
        // A body that says "nothing happened, for good" speaks of the work, so it must not say so of what did happen, nor
        // of what a stopped worker may still do, unless the far side keeps its word to that one too.
        const mayYetHappen = this.#effect !== "keyed" && this.#effect !== "read" && this.#live(key).length > 1;
        return end === "fails" && (this.count(key) > 0 || mayYetHappen) ? "returns" : end;
      },
      { ways: this.#ends },
    );
  }
}
