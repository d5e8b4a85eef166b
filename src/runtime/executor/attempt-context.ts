import type { WritableStore } from "../store/store.js";
import type { StoreWrite } from "../store/store-backend.js";
import type { Caller } from "../tool/context.js";
import { Deferral, Question, RetryLater, ToolFailure } from "../tool/endings.js";
import type { Json } from "../tool/json.js";
import type { RetryCategory } from "../tool/policy.js";
import { refuseViolation } from "../tool/policy-violation.js";
import type { Signal } from "../tool/signal.js";
import { WiringError } from "../tool/wiring-error.js";
import type { Awaitable } from "./awaitable.js";
import { commitMemory } from "./commit-memory.js";
import { copyJson } from "./copy-json.js";
import { declaredOnly } from "./declared-only.js";
import { idempotencyKeyOf } from "./identify.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { AnyResult } from "./result.js";
import { jsonWithoutValues, secretsOf, withoutValues } from "./secrets/redact.js";
import { StateBuffer } from "./state/state-buffer.js";
import { StoreBuffer } from "./store-buffer.js";
import type { Ticket } from "./ticket.js";

const noSecrets: readonly string[] = [];

/** What a body gets for one attempt. Members are made when they are asked for; after `revoke` they are refused. */
export class AttemptContext {
  readonly #link: Link;
  readonly #tool: LinkedTool;
  readonly #ticket: Ticket;
  readonly #env: { readonly [name: string]: string };
  #abort: AbortController | undefined;
  #buffer: StoreBuffer | undefined;
  #stores: { readonly [name: string]: WritableStore<Json> } | undefined;
  readonly #attempt: number;
  #states: StateBuffer | null = null;
  #revoked: string | null = null;
  #hasEnded = false;
  #keyWasRead = false;
  /** Secrets that the body has seen in stores and states; it may quote them. */
  #seen: readonly string[] = noSecrets;

  constructor(link: Link, tool: LinkedTool, ticket: Ticket, env: { readonly [name: string]: string }) {
    this.#link = link;
    this.#tool = tool;
    this.#ticket = ticket;
    this.#attempt = ticket.record.attempts;
    this.#env = env;
  }

  /** The context of one attempt, with its states as they are now. */
  static open(
    link: Link,
    tool: LinkedTool,
    ticket: Ticket,
    env: { readonly [name: string]: string },
  ): Awaitable<AttemptContext> {
    const context = new AttemptContext(link, tool, ticket, env);
    if (!tool.policy.state) return context;
    return StateBuffer.open(link, tool, context.caller, () => context.#guardAct(), context.#see()).then((states) => {
      context.#states = states;
      return context;
    });
  }

  get idempotencyKey(): string {
    this.#guard();
    this.#keyWasRead = true;
    return idempotencyKeyOf(this.#ticket.record.key, this.#ticket.record.generation);
  }

  get attempt(): number {
    return this.#attempt;
  }

  get caller(): Caller {
    const { tenant, user, thread, run, callId } = this.#ticket.record;
    return { tenant, user, thread, run, callId };
  }

  get signal(): Signal {
    this.#abort ??= new AbortController();
    if (this.#revoked !== null) this.#abort.abort(new Error(this.#revoked));
    return this.#abort.signal;
  }

  get stores(): { readonly [name: string]: WritableStore<Json> } {
    this.#stores ??= this.#openStores();
    return this.#stores;
  }

  get env(): { readonly [name: string]: string } {
    const { name } = this.#tool.policy;
    return declaredOnly(this.#env, (missing) => `${name} does not declare env "${missing}"`);
  }

  get fail(): (code: string, message?: string) => ToolFailure {
    const { name, errors } = this.#tool.policy;
    return (code, message) => {
      if (!Object.hasOwn(errors, code)) throw new WiringError(`${name} does not declare the error "${code}"`);
      return new ToolFailure(code, message ?? errors[code] ?? code);
    };
  }

  get retryLater(): (category: RetryCategory, message?: string) => never {
    const { name, effect, retry } = this.#tool.policy;
    return (category, message) => {
      if (retry === null)
        return refuseViolation(
          effect === "once"
            ? `${name} has effect "once", so it cannot ask for another attempt`
            : `${name} declares no "retry", so it cannot ask for another attempt`,
        );
      throw new RetryLater(category, message ?? category);
    };
  }

  get operationId(): string {
    this.#needOperation();
    return this.#ticket.record.operation?.id ?? "";
  }

  get externalOperationId(): string | null {
    this.#needOperation();
    return this.#ticket.record.operation?.externalId ?? null;
  }

  get attachOperation(): (externalId: string) => Promise<void> {
    return async (externalId) => {
      this.#needOperation();
      this.#guardAct();
      if (typeof externalId !== "string" || externalId === "")
        throw new WiringError("the far side's id of an operation is a text that is not empty");
      await this.#ticket.advance({
        patch: ({ operation }) => (operation ? { operation: { ...operation, externalId } } : {}),
        trail: "progress",
        detail: { externalOperationId: externalId },
      });
    };
  }

  get defer(): () => never {
    return () => {
      this.#needOperation();
      throw new Deferral("the work goes on elsewhere");
    };
  }

  get ask(): (question: string) => Json {
    const { name, asks } = this.#tool.policy;
    return (question) => {
      if (asks === undefined) return refuseViolation(`${name} declares no "asks", so it has no question to ask`);
      if (!Object.hasOwn(asks, question)) throw new WiringError(`${name} does not declare the question "${question}"`);
      const answers = this.#ticket.record.dialogue?.answers ?? {};
      if (!Object.hasOwn(answers, question)) throw new Question(question);
      return answers[question] ?? null;
    };
  }

  get call(): (tool: string, label: string, input: unknown) => Promise<AnyResult> {
    const { name, calls = [] } = this.#tool.policy;
    return async (tool, label, input) => {
      if (calls.length === 0) return refuseViolation(`${name} declares no "calls", so it cannot call another tool`);
      if (!calls.includes(tool)) throw new WiringError(`${name} does not declare that it calls "${tool}"`);
      this.#guardAct();
      return this.#link.callChild(this.#ticket.record, tool, label, input, this.signal);
    };
  }

  get state(): StateBuffer["handles"] {
    const { name } = this.#tool.policy;
    if (this.#states === null)
      return refuseViolation(`${name} declares no "state", so there is none to read or change`);
    return this.#states.handles;
  }

  get progress(): (detail: Json) => void {
    return (detail) => {
      this.#guard();
      // After the end of the trail there is nothing to add to it.
      if (this.#hasEnded) return this.#progressLost("the body has ended");
      const { key, generation, callId } = this.#ticket.record;
      const told = this.#link.ledger.write({
        trail: [{ key, generation, callId, kind: "progress", detail: this.#redacted(copyJson(detail)) }],
      });
      // Progress is told on the side: that it could not be kept is no reason to stop the work.
      told.catch((error: Error) => this.#progressLost(error.message));
    };
  }

  /** Whether the body ever asked for its idempotency key. */
  static keyWasRead(context: AttemptContext): boolean {
    return context.#keyWasRead;
  }

  /** Whether it wants anything to be remembered. */
  static remembers(context: AttemptContext): boolean {
    return context.#buffer !== undefined || context.#states !== null;
  }

  /** Commits its store writes and state actions by one write; null, or why none of them was kept. */
  static async commit(context: AttemptContext, write: (stores: readonly StoreWrite[]) => Promise<boolean>) {
    const writes = context.#buffer ? await context.#buffer.whole() : [];
    return commitMemory(writes, context.#states?.isEmpty ? null : context.#states, write);
  }

  /** What a body says, without the secrets that it was given. */
  static redact(context: AttemptContext, message: string): string {
    return withoutValues(message, context.#secrets());
  }

  /** Lets a body that has ended do nothing more; what it wanted to do without waiting would be lost without a word. */
  static end(context: AttemptContext): void {
    context.#hasEnded = true;
  }

  /** Takes the context away from a body that ran out of time or was cancelled. */
  static revoke(context: AttemptContext, reason: string): void {
    context.#revoked = reason;
    context.#abort?.abort(new Error(reason));
  }

  #see(): (value: Json, places: readonly string[]) => void {
    return (value, places) => {
      this.#seen = [...this.#seen, ...secretsOf(value, places)];
    };
  }

  #secrets(): readonly string[] {
    const { secrets } = this.#tool.policy;
    const { input, dialogue } = this.#ticket.record;
    if (!secrets) return this.#seen;
    const answers = Object.entries(dialogue?.answers ?? {});
    return [
      ...this.#seen,
      ...secretsOf(input, secrets.input),
      ...answers.flatMap(([question, answer]) => secretsOf(answer, secrets.answers?.[question] ?? [])),
    ];
  }

  #redacted(detail: Json): Json {
    const secrets = this.#secrets();
    return secrets.length === 0 ? detail : jsonWithoutValues(detail, secrets);
  }

  #guard(): void {
    if (this.#revoked !== null) throw new WiringError(`the attempt is over (${this.#revoked})`);
  }

  #guardAct(): void {
    this.#guard();
    if (this.#hasEnded)
      throw new WiringError(`the body of ${this.#tool.policy.name} has ended, and can do nothing more`);
  }

  #progressLost(message: string): void {
    this.#link.notice({ kind: "progress_lost", tool: this.#tool.policy.name, message });
  }

  #needOperation(): void {
    const { name, operation } = this.#tool.policy;
    if (operation === undefined) refuseViolation(`${name} declares no "operation", so it cannot finish later`);
  }

  #openStores(): { readonly [name: string]: WritableStore<Json> } {
    const buffer = new StoreBuffer(this.#link.ledger.stores, this.#see());
    this.#buffer = buffer;
    const { name, stores } = this.#tool.policy;
    const [guard, guardAct] = [() => this.#guard(), () => this.#guardAct()];
    const opened = Object.entries(stores).map(([store, access]) => {
      const policy = this.#link.stores[store];
      if (policy === undefined) throw new WiringError(`the registry has no store "${store}"`);
      return [store, buffer.open(policy, access, this.caller, guard, guardAct)] as const;
    });
    return declaredOnly(Object.fromEntries(opened), (missing) => `${name} does not declare store "${missing}"`);
  }
}
