import { setTimeout as sleep } from "node:timers/promises";
import type { Ledger } from "../ledger/ledger.js";
import type { Caller } from "../tool/context.js";
import type { RegisteredTool, Registry } from "../tool/registry.js";
import { TypedTool } from "../tool/typed-tool.js";
import { WiringError } from "../tool/wiring-error.js";
import { approvedSpecOf } from "./approved-spec-of.js";
import type { Awaitable } from "./awaitable.js";
import { contextViewOf } from "./body-context.js";
import { checkApprovedCalls, checkApprovers, checkApproversOf } from "./check-approvers.js";
import type { ExecutorEvent } from "./events/executor-event.js";
import { observedLedger } from "./events/observed-ledger.js";
import type { Tracing } from "./events/tracing.js";
import type { Hook } from "./gates/hook.js";
import { checkRules, type Rule } from "./gates/rule.js";
import { reservedStorePrefix, switchLooksOf } from "./gates/switches.js";
import { Lines } from "./lines.js";
import type { Approvers, Link, Notice } from "./link.js";
import { isPlainRead, type LinkedTool } from "./linked-tool.js";
import { longestTimerMs } from "./longest-timer.js";
import { runChild } from "./run-child.js";
import { sealedLedger } from "./secrets/sealed-ledger.js";
import { type StoreSecrets, sealedStores } from "./secrets/sealed-stores.js";
import { type SealingKey, type Vault, vaultOf } from "./secrets/vault.js";
import type { Reducers } from "./state/state-buffer.js";
import { isStoresApart, withStoresApart } from "./stores-apart.js";

/** What may be said about an executor besides what its catalog needs. */
export interface ExecutorOptions {
  /** All calls belong to one tenant, so contexts need not name it. */
  readonly singleTenant?: boolean;
  /** How long an aborted body is given to end (default 2 s). */
  readonly graceMs?: number;
  /** Told what no call failed over but an operator should know. Default: a line on standard error. */
  readonly notice?: (notice: Notice) => void;
  /** What the program adds around every call. */
  readonly hooks?: readonly Hook[];
  /** What the team allows, whatever the specs say. */
  readonly rules?: readonly Rule[];
  /** Told what happens, as it happens. A listener that throws changes nothing. */
  readonly onEvent?: (event: ExecutorEvent) => void;
  /** Follows every call, as `openTelemetry` from "@toolwright/runtime/opentelemetry" does. */
  readonly tracing?: Tracing;
  /** For tests: where jitter comes from. */
  readonly random?: () => number;
}

interface AnyWiring extends ExecutorOptions {
  readonly tools?: { readonly [name: string]: unknown };
  readonly ledger?: Ledger;
  readonly stores?: unknown;
  readonly approvals?: Approvers;
  readonly sealing?: SealingKey;
  readonly reducers?: Reducers;
  readonly env?: (name: string, caller: Caller) => string | undefined | Promise<string | undefined>;
}

/** Checks everything that linking needs, whatever the compiler was told, and puts it together. */
export function linkTools(registry: Registry, wiring: AnyWiring): Link {
  const registered = registry.tools as { readonly [name: string]: RegisteredTool };
  const { tools = {}, ledger: bare, approvals = {}, env, notice = printNotice, hooks = [], rules = [] } = wiring;
  if (bare === undefined) throw new WiringError("createExecutor needs a ledger");
  checkRules(rules);
  const taken = Object.values(registry.stores).find(({ name }) => name.startsWith(reservedStorePrefix));
  if (taken !== undefined) throw new WiringError(`store "${taken.name}" has a name that is reserved for the runtime`);
  const onEvent = wiring.onEvent ? tolerant(wiring.onEvent, notice) : null;
  const vault = wiring.sealing ? vaultOf(wiring.sealing) : null;
  const policies = new Map(Object.values(registered).map(({ policy }) => [policy.name, policy]));
  const unreadable = ({ tool }: { readonly tool: string }, { message }: Error) =>
    notice({ kind: "recovery_failed", tool, message });
  const sealed = vault ? sealedLedger(bare, policies, storeSecretsOf(registry), vault, unreadable) : bare;
  const whole = storesBeside(sealed, wiring.stores, registry, vault);
  const ledger = onEvent ? observedLedger(whole, onEvent) : whole;
  const unknown = Object.keys(tools).find((name) => !Object.hasOwn(registered, name));
  if (unknown !== undefined) throw new WiringError(`the registry has no tool "${unknown}"`);
  checkApprovers(approvals);

  const linked = new Map<string, LinkedTool>();
  for (const [name, entry] of Object.entries(registered)) {
    const tool = linkTool(name, entry, tools[name], approvedSpecOf(entry.policy, policies));
    checkNeeds(tool, registry, wiring, ledger);
    checkApproversOf(tool.policy, approvals, notice);
    linked.set(name, tool);
  }
  for (const { policy } of linked.values()) checkApprovedCalls(policy, policies);
  const link: Link = {
    ledger,
    tools: linked,
    stores: registry.stores,
    states: registry.states,
    reducers: wiring.reducers ?? {},
    approvers: approvals,
    vault,
    env: env ?? (() => undefined),
    graceMs: wiring.graceMs ?? 2_000,
    random: wiring.random ?? Math.random,
    sleep: async (ms, signal) => {
      await sleep(Math.min(ms, longestTimerMs), undefined, signal ? { signal } : {}).catch(() => {});
    },
    notice,
    callChild: (...call) => runChild(link, ...call),
    switchLooks: switchLooksOf(ledger),
    switchesSeen: new Map(),
    envAtHand: new Set(),
    reads: new Map(),
    lines: new Lines(),
    hooks: hooks.length > 0 ? hooks : null,
    rules: rules.length > 0 ? rules : null,
    onEvent,
    tracing: wiring.tracing ?? null,
  };
  return link;
}

function linkTool(name: string, { policy, contract }: RegisteredTool, tool: unknown, approvedSpec: string): LinkedTool {
  if (!(tool instanceof TypedTool)) throw new WiringError(`tool "${name}" has no implementation`);
  if (tool.policy.name !== name)
    throw new WiringError(`"${name}" was given the implementation of "${tool.policy.name}"`);
  if (tool.policy.specDigest !== policy.specDigest)
    throw new WiringError(`"${name}" was generated from another spec than the registry: run toolwright generate`);
  const implementation = tool.implementation;
  const parts = typeof implementation === "function" ? { run: implementation } : implementation;
  const reconcile = typeof parts === "object" && "reconcile" in parts ? parts.reconcile : null;
  if (typeof parts?.run !== "function") throw new WiringError(`tool "${name}" has no body`);
  if (policy.effect === "reconcilable" && typeof reconcile !== "function")
    throw new WiringError(`${name} has effect "reconcilable", so its implementation needs reconcile`);
  const validate = "validate" in parts ? (parts.validate ?? null) : null;
  // The implementation's types were checked against the generated class; here only its shape counts.
  const contextView = contextViewOf(policy);
  return {
    policy,
    approvedSpec,
    isPlainRead: isPlainRead(policy),
    contract: once(contract),
    contextView,
    run: parts.run,
    reconcile,
    validate,
  } as unknown as LinkedTool;
}

function checkNeeds({ policy }: LinkedTool, registry: Registry, wiring: AnyWiring, ledger: Ledger): void {
  const { name, effect, stores, env, state = {} } = policy;
  const kept = Object.keys(stores).find((store) => registry.stores[store]?.secrets);
  const held = Object.keys(state).find((needed) => registry.states[needed]?.secrets);
  if (!wiring.sealing && policy.secrets) throw new WiringError(`${name} has secrets, so it needs a sealing key`);
  if (!wiring.sealing && (kept ?? held) !== undefined)
    throw new WiringError(`${name} needs "${kept ?? held}", which has secrets, so it needs a sealing key`);
  for (const [needed, actions] of Object.entries(state)) {
    if (!Object.hasOwn(registry.states, needed))
      throw new WiringError(`${name} needs state "${needed}", which the registry does not have`);
    const missing = actions.find((action) => typeof wiring.reducers?.[needed]?.[action] !== "function");
    if (missing !== undefined) throw new WiringError(`${name} needs a reducer for "${missing}" of state "${needed}"`);
  }
  if (effect !== "read" && ledger.durability !== "durable")
    throw new WiringError(`${name} has effect "${effect}", so it needs a durable ledger`);
  const store = Object.keys(stores).find((needed) => !Object.hasOwn(registry.stores, needed));
  if (store !== undefined) throw new WiringError(`${name} needs store "${store}", which the registry does not have`);
  if (Object.keys(stores).length > 0 && wiring.stores !== "ledger" && !isStoresApart(wiring.stores))
    throw new WiringError(
      `${name} needs stores: link with stores: "ledger", or say that they commit "apart from the outcome"`,
    );
  if (env.length > 0 && wiring.env === undefined)
    throw new WiringError(`${name} declares env ${env.join(", ")}, and no env is linked`);
}

function storesBeside(ledger: Ledger, place: unknown, registry: Registry, vault: Vault | null): Ledger {
  if (!isStoresApart(place)) return ledger;
  const apart = vault ? sealedStores(place.apart, storeSecretsOf(registry), vault) : place.apart;
  return withStoresApart(ledger, apart, new Set(Object.values(registry.stores).map(({ name }) => name)));
}

function storeSecretsOf({ stores, states }: Registry): StoreSecrets {
  const places = [
    ...Object.values(stores).map(({ name, secrets }) => [name, secrets] as const),
    ...Object.values(states).map(({ name, secrets }) => [`state:${name}`, secrets] as const),
  ];
  return new Map(places.flatMap(([name, secrets]) => (secrets ? [[name, secrets] as const] : [])));
}

function once<T>(load: () => Promise<T>): () => Awaitable<T> {
  let loaded: Awaitable<T> | undefined;
  return () => {
    if (loaded !== undefined) return loaded;
    const loading = load();
    loaded = loading;
    // That it failed is told to whoever awaits it.
    loading.then(
      (value) => {
        loaded = value;
      },
      () => {},
    );
    return loading;
  };
}

function tolerant(onEvent: NonNullable<ExecutorOptions["onEvent"]>, notice: (notice: Notice) => void): typeof onEvent {
  return (event) => {
    try {
      onEvent(event);
    } catch (error) {
      const tool = "tool" in event && event.tool !== null ? event.tool : "executor";
      notice({ kind: "listener_failed", tool, message: `${event.kind}: ${String(error)}` });
    }
  };
}

function printNotice({ kind, tool, message }: Notice): void {
  process.stderr.write(`toolwright: ${tool}: ${kind}: ${message}\n`);
}
