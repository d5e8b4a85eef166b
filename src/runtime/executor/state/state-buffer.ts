import type { StoreWrite } from "../../store/store-backend.js";
import type { Caller } from "../../tool/context.js";
import type { Json } from "../../tool/json.js";
import type { StatePolicy } from "../../tool/registry.js";
import { WiringError } from "../../tool/wiring-error.js";
import { copyJson } from "../copy-json.js";
import { declaredOnly } from "../declared-only.js";
import type { Link } from "../link.js";
import type { LinkedTool } from "../linked-tool.js";
import { stateAddress } from "./state-address.js";

interface Action {
  readonly state: string;
  readonly action: string;
  readonly payload: Json;
}

/** A reducer of one action: the next state from the last one. Must not change what it is given. */
export type Reducer = (state: never, payload: never) => unknown;

/** Reducers by state and action. */
export type Reducers = { readonly [state: string]: { readonly [action: string]: Reducer } };

type Handle = { readonly snapshot: Json } & { readonly [action: string]: (payload: Json) => void };

/** Holds back the actions of one attempt; they are reduced and committed with its outcome, or not at all. */
export class StateBuffer {
  readonly #link: Link;
  readonly #caller: Caller;
  readonly #actions: Action[] = [];
  readonly handles: { readonly [state: string]: Handle };

  private constructor(link: Link, caller: Caller, tool: LinkedTool, opened: readonly Opened[], guard: () => void) {
    this.#link = link;
    this.#caller = caller;
    const { name } = tool.policy;
    const handles = opened.map(({ policy, snapshot, validators }) => {
      const declared = tool.policy.state?.[policy.name] ?? [];
      const actions = declared.map((action) => [action, this.#act(policy.name, action, validators, guard)]);
      const handle = Object.fromEntries([["snapshot", snapshot], ...actions]);
      const refusal = (missing: string) => `${name} does not declare "${missing}" on state "${policy.name}"`;
      return [policy.name, declaredOnly(handle, refusal)];
    });
    const refusal = (missing: string) => `${name} does not declare state "${missing}"`;
    this.handles = declaredOnly(Object.fromEntries(handles), refusal);
  }

  /** Reads what the states are now. `guard` throws once the body has lost its context; `see` is shown where secrets are. */
  static async open(
    link: Link,
    tool: LinkedTool,
    caller: Caller,
    guard: () => void,
    see: (value: Json, places: readonly string[]) => void,
  ): Promise<StateBuffer | null> {
    if (tool.policy.state === undefined) return null;
    const names = Object.keys(tool.policy.state);
    const opened = await Promise.all(names.map((name) => openState(link, name, caller)));
    for (const { policy, snapshot } of opened) if (policy.secrets) see(snapshot, policy.secrets);
    return new StateBuffer(link, caller, tool, opened, guard);
  }

  get isEmpty(): boolean {
    return this.#actions.length === 0;
  }

  /** The writes that bring every touched state from what it is now to where the actions lead. */
  async writes(): Promise<readonly StoreWrite[]> {
    const touched = [...new Set(this.#actions.map(({ state }) => state))];
    return Promise.all(
      touched.map(async (name): Promise<StoreWrite> => {
        const { policy, snapshot, version, validators } = await openState(this.#link, name, this.#caller);
        const value = this.#actions
          .filter(({ state }) => state === name)
          .reduce((state, { action, payload }) => {
            const reduce = this.#link.reducers[name]?.[action];
            if (!reduce) throw new WiringError(`no reducer for "${action}" of state "${name}"`);
            return copyJson(reduce(state as never, payload as never));
          }, snapshot);
        const verdict = validators.state(value);
        if (!verdict.ok)
          throw new WiringError(`state "${name}" would become invalid: ${verdict.violations[0]?.message}`);
        const address = stateAddress(policy, this.#caller);
        return { kind: "put", address, key: stateKey, value, ttlMs: null, expects: version };
      }),
    );
  }

  #act(state: string, action: string, validators: Validators, guard: () => void): (payload: Json) => void {
    return (value) => {
      guard();
      const payload = copyJson(value ?? null);
      const verdict = validators[`action_${action}`]?.(payload);
      if (!verdict?.ok)
        throw new WiringError(
          `"${action}" of state "${state}" refuses the payload: ${verdict?.violations[0]?.message}`,
        );
      this.#actions.push({ state, action, payload });
    };
  }
}

type Validators = Awaited<ReturnType<StatePolicy["contract"]>>;

interface Opened {
  readonly policy: StatePolicy;
  readonly snapshot: Json;
  /** 0 where nothing was written yet, which is what a first write must expect. */
  readonly version: number;
  readonly validators: Validators;
}

const stateKey = "state";

async function openState(link: Link, name: string, caller: Caller): Promise<Opened> {
  const policy = link.states[name];
  if (policy === undefined) throw new WiringError(`the registry has no state "${name}"`);
  const [item, validators] = await Promise.all([
    link.ledger.stores.item(stateAddress(policy, caller), stateKey),
    policy.contract(),
  ]);
  return { policy, snapshot: copyJson(item?.value ?? policy.initial), version: item?.version ?? 0, validators };
}
