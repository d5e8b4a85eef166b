import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Ledger, SeenItem } from "../ledger/ledger.js";
import type { StoreItem } from "../store/store.js";
import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { StatePolicy, StorePolicy } from "../tool/registry.js";
import type { Signal } from "../tool/signal.js";
import type { ExecutorEvent } from "./events/executor-event.js";
import type { Tracing } from "./events/tracing.js";
import type { Hook } from "./gates/hook.js";
import type { Rule } from "./gates/rule.js";
import type { SharedLooks } from "./gates/shared-looks.js";
import type { Lines } from "./lines.js";
import type { LinkedTool } from "./linked-tool.js";
import type { AnyResult } from "./result.js";
import type { Vault } from "./secrets/vault.js";
import type { Reducers } from "./state/state-buffer.js";

/** Something worth telling an operator, though no call failed over it. */
export interface Notice {
  readonly kind:
    | "key_never_read"
    | "too_few_approvers"
    | "env_failed"
    | "excess_output_stripped"
    | "late_outcome"
    | "recovery_failed"
    | "progress_lost"
    | "trail_lost"
    | "hook_failed"
    | "listener_failed"
    | "background_failed";
  readonly tool: string;
  readonly message: string;
}

/**
 * The public keys of one person: several while a new one takes the place of an old one. With `tenants`, the person
 * decides for those alone; without, for all.
 */
export type ApproverKeys =
  | string
  | readonly string[]
  | { readonly keys: string | readonly string[]; readonly tenants: readonly string[] };

/** Public keys of approvers, by group and name. Who is taken out can no longer say yes, and what they said no longer counts. */
export type Approvers = { readonly [group: string]: { readonly [person: string]: ApproverKeys } };

/** A body's call of another tool, under a label that names it within the parent. */
export type CallChild = (
  parent: ExecutionRecord,
  tool: string,
  label: string,
  input: unknown,
  signal: Signal,
) => Promise<AnyResult>;

/** Everything that running a call needs; put together once, where the executor is created. */
export interface Link {
  readonly ledger: Ledger;
  readonly tools: ReadonlyMap<string, LinkedTool>;
  readonly stores: { readonly [name: string]: StorePolicy };
  readonly states: { readonly [name: string]: StatePolicy };
  readonly reducers: Reducers;
  readonly approvers: Approvers;
  /** Set where some tool has secrets. */
  readonly vault: Vault | null;
  readonly env: (name: string, caller: Caller) => string | undefined | Promise<string | undefined>;
  /** How long an aborted body is given to end; a lease is longer than timeout and twice this. */
  readonly graceMs: number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: Signal | undefined) => Promise<void>;
  readonly notice: (notice: Notice) => void;
  /** Runs a call that a body makes of another tool. */
  readonly callChild: CallChild;
  /** Looks at the switches of tools, shared by those who ask together. */
  readonly switchLooks: SharedLooks<StoreItem<Json> | undefined>;
  /** Switches that were on when last looked at, by tool: a claim that names one needs no look at it. */
  readonly switchesSeen: Map<string, SeenItem>;
  /** Tools whose env was there at once when it was last asked for. */
  readonly envAtHand: Set<string>;
  /** Plain reads under way in this process, by key: a second caller waits for the first. */
  readonly reads: Map<string, Promise<unknown>>;
  /** Null where there are none, so that nothing is spent on them; the same for rules and listeners. */
  readonly hooks: readonly Hook[] | null;
  readonly rules: readonly Rule[] | null;
  readonly onEvent: ((event: ExecutorEvent) => void) | null;
  readonly tracing: Tracing | null;
  /** Told when the work of the one call that this link was made for is under way, here or elsewhere. */
  readonly begun?: () => void;
  /** Where calls of serial tools wait for their turn. */
  readonly lines: Lines;
}

/** How long a claim for one attempt must hold: as long as the body may act, and then some. */
export function leaseFor(link: Link, timeoutMs: number): number {
  return timeoutMs + 2 * link.graceMs;
}
