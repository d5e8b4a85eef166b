import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { WritableStore } from "../store/store.js";
import type { StoreWrite } from "../store/store-backend.js";
import type { Caller } from "../tool/context.js";
import { RetryLater, ToolFailure } from "../tool/endings.js";
import type { Json } from "../tool/json.js";
import type { RetryCategory } from "../tool/policy.js";
import { refuseViolation } from "../tool/policy-violation.js";
import { WiringError } from "../tool/wiring-error.js";
import { declaredOnly } from "./declared-only.js";
import { idempotencyKeyOf } from "./identify.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { StoreBuffer } from "./store-buffer.js";

/** What a body gets for one attempt. Members are made when they are asked for; after `revoke` they are refused. */
export class AttemptContext {
  readonly #link: Link;
  readonly #tool: LinkedTool;
  readonly #record: ExecutionRecord;
  readonly #env: { readonly [name: string]: string };
  #abort: AbortController | undefined;
  #buffer: StoreBuffer | undefined;
  #stores: { readonly [name: string]: WritableStore<Json> } | undefined;
  #revoked: string | null = null;
  #keyWasRead = false;

  constructor(link: Link, tool: LinkedTool, record: ExecutionRecord, env: { readonly [name: string]: string }) {
    this.#link = link;
    this.#tool = tool;
    this.#record = record;
    this.#env = env;
  }

  get idempotencyKey(): string {
    this.#guard();
    this.#keyWasRead = true;
    return idempotencyKeyOf(this.#record.key, this.#record.generation);
  }

  get attempt(): number {
    return this.#record.attempts;
  }

  get caller(): Caller {
    const { tenant, user, thread, run, callId } = this.#record;
    return { tenant, user, thread, run, callId };
  }

  get signal(): AbortSignal {
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

  /** Whether the body ever asked for its idempotency key. */
  static keyWasRead(context: AttemptContext): boolean {
    return context.#keyWasRead;
  }

  static writesOf(context: AttemptContext): readonly StoreWrite[] {
    return context.#buffer?.writes ?? [];
  }

  /** Takes the context away from a body that ran out of time or was cancelled. */
  static revoke(context: AttemptContext, reason: string): void {
    context.#revoked = reason;
    context.#abort?.abort(new Error(reason));
  }

  #guard(): void {
    if (this.#revoked !== null) throw new WiringError(`the attempt is over (${this.#revoked})`);
  }

  #openStores(): { readonly [name: string]: WritableStore<Json> } {
    const buffer = new StoreBuffer(this.#link.ledger.stores);
    this.#buffer = buffer;
    const { name, stores } = this.#tool.policy;
    const opened = Object.entries(stores).map(([store, access]) => {
      const policy = this.#link.stores[store];
      if (policy === undefined) throw new WiringError(`the registry has no store "${store}"`);
      return [store, buffer.open(policy, access, this.caller, () => this.#guard())] as const;
    });
    return declaredOnly(Object.fromEntries(opened), (missing) => `${name} does not declare store "${missing}"`);
  }
}
