import { join } from "node:path";
import {
  type CallContext,
  type Caller,
  type CatalogTypes,
  createExecutor,
  defineRegistry,
  type Executor,
  type ExecutorOptions,
  generateApproverKeys,
  type Json,
  type Ledger,
  memoryLedger,
  type Notice,
  type Registry,
  type StatePolicy,
  type StorePolicy,
  type ToolContract,
  type ToolFailure,
  type ToolPolicy,
  TypedTool,
  type Validator,
} from "@toolwright/runtime";

import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { scratchFolder } from "../scratch-folder.js";

const anything: Validator = () => ({ ok: true });

/** The people who approve in these tests. */
export const people = { ann: generateApproverKeys(), bo: generateApproverKeys(), mallory: generateApproverKeys() };

/** A clock that only moves when told. */
export function turnableClock(startMs = 1_000_000) {
  let nowMs = startMs;
  const clock = () => nowMs;
  return Object.assign(clock, { turn: (ms: number) => (nowMs += ms) });
}

/** Every kind of ledger, opened afresh; the memory one poses as durable so that the same rules can be tried on it. */
export const ledgers: readonly { readonly name: string; readonly open: (clock?: () => number) => Ledger<"durable"> }[] =
  [
    { name: "memory", open: (clock) => ({ ...memoryLedger(clock ? { clock } : {}), durability: "durable" }) },
    {
      name: "SQLite",
      open: (clock) => sqliteLedger(join(scratchFolder(), "ledger.db"), clock ? { clock } : {}),
    },
  ];

/** A policy with everything left to the defaults but what a test is about. */
export function policyOf(overrides: Partial<ToolPolicy> = {}): ToolPolicy {
  return {
    name: "work",
    title: "Work",
    description: "Does the work.",
    specDigest: "digest-1",
    effect: "once",
    key: null,
    retry: null,
    recover: { withinMs: 900_000, afterMs: 1_000 },
    timeoutMs: 1_000,
    approval: "never",
    errors: {},
    stores: {},
    trust: "verified",
    env: [],
    outputLimitBytes: 65_536,
    ...overrides,
  };
}

export const retry: NonNullable<ToolPolicy["retry"]> = {
  attempts: 3,
  on: ["unavailable", "timeout", "internal"],
  initialMs: 1,
  maxMs: 2,
  budgetMs: 5_000,
};

export const byFinance: Exclude<ToolPolicy["approval"], "never"> = {
  when: "always",
  by: ["finance"],
  count: 1,
  expiresMs: 60_000,
  editable: [],
  kind: "money",
  summary: "Do {/n}",
};

/** A context whose spec nobody knows: everything is there, and using what is not declared is refused at run time. */
export interface AnyContext {
  readonly idempotencyKey: string;
  readonly attempt: number;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly fail: (code: string, message?: string) => ToolFailure;
  readonly retryLater: (category: string, message?: string) => never;
  readonly stores: unknown;
  readonly [member: string]: unknown;
}
export type Body = (input: { readonly n: number; readonly note?: string }, context: AnyContext) => Promise<unknown>;

/** A tool whose types were never written down. */
export class AnyTool extends TypedTool<ToolPolicy, never, unknown> {
  override readonly policy: ToolPolicy;
  override readonly contract: () => Promise<ToolContract>;
  constructor(policy: ToolPolicy, contract: () => Promise<ToolContract>, implementation: unknown) {
    super(implementation as never);
    this.policy = policy;
    this.contract = contract;
  }
}

export interface AnyCatalog extends CatalogTypes {
  readonly policies: { readonly [name: string]: ToolPolicy };
  readonly inputs: { readonly [name: string]: unknown };
  readonly outputs: { readonly [name: string]: unknown };
}

export interface OneTool {
  readonly policy?: Partial<ToolPolicy>;
  readonly run: Body;
  readonly reconcile?: Body;
  readonly validate?: (input: {
    readonly n: number;
  }) => Promise<readonly { path: string; message: string; keyword: string }[]>;
  readonly contract?: Partial<ToolContract>;
  readonly stores?: { readonly [name: string]: StorePolicy };
  readonly states?: { readonly [name: string]: StatePolicy };
  readonly ledger: Ledger<"durable">;
  readonly options?: ExecutorOptions & { readonly env?: (name: string) => string | undefined };
  readonly notices?: Notice[];
}

/** A contract that accepts everything but what a test is about. */
export function anyContract(overrides: Partial<ToolContract>): () => Promise<ToolContract> {
  return async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything, ...overrides });
}

/** An executor of one hand-made tool called "work". */
export function linkOne({
  run,
  reconcile,
  validate,
  ledger,
  options,
  notices,
  ...rest
}: OneTool): Executor<AnyCatalog> {
  const policy = policyOf(rest.policy);
  const load = anyContract(rest.contract ?? {});
  const registry: Registry<AnyCatalog> = defineRegistry(1, {
    tools: { [policy.name]: { policy, contract: load } },
    stores: rest.stores ?? {},
    states: rest.states ?? {},
  });
  const implementation = { run, ...(reconcile ? { reconcile } : {}), ...(validate ? { validate } : {}) };
  const wiring = {
    tools: { [policy.name]: new AnyTool(policy, load, implementation) },
    ledger,
    stores: "ledger",
    approvals: { finance: { ann: people.ann.publicKey, bo: people.bo.publicKey } },
    graceMs: 50,
    notice: (notice: Notice) => notices?.push(notice),
    ...options,
  };
  return createExecutor(registry, wiring);
}

/** A context for a call with this id. */
export function as(callId: string, more: Partial<CallContext> = {}): CallContext {
  return { tenant: "shop", user: "ada", thread: "t1", callId, ...more };
}

/** A store of anything, within the tenant. */
export function storeOf(name: string): StorePolicy {
  return { name, scope: "tenant", ttlMs: null, contract: async () => ({ value: anything }) };
}

export function refusing(path: string, message: string): Validator {
  return () => ({ ok: false, violations: [{ path, message, keyword: "test" }] });
}

export type { Json };
