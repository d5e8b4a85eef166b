import type { ToolContract } from "./contract.js";
import type { Json } from "./json.js";
import type { ToolPolicy } from "./policy.js";
import type { PolicyViolation } from "./policy-violation.js";
import type { Validator, Verdict } from "./verdict.js";
import { WiringError } from "./wiring-error.js";

/** Counts incompatible changes between generated code and runtime; not a version. */
export type RuntimeAbi = 1;
export const runtimeAbi: RuntimeAbi = 1;

/** The types of a whole catalog, keyed by tool name; the generator writes one. */
export interface CatalogTypes {
  readonly policies: object;
  readonly inputs: object;
  readonly outputs: object;
  /** What `createExecutor` must be given. */
  readonly wiring: object;
}

/** What a spec tells about a tool, without its implementation. */
export interface RegisteredTool<P = ToolPolicy> {
  readonly policy: P;
  readonly contract: () => Promise<ToolContract>;
  readonly validate: {
    readonly input: (value: unknown) => Promise<Verdict>;
    readonly output: (value: unknown) => Promise<Verdict>;
  };
}

declare const remembered: unique symbol;

/** What a store file says, as far as running needs it. */
export interface StorePolicy<Value = unknown> {
  /** Never has a value; it carries the type of what is remembered. */
  readonly [remembered]?: Value;
  readonly name: string;
  readonly scope: "tenant" | "user" | "thread";
  readonly ttlMs: number | null;
  /** JSON Pointers to what is sealed where it is kept; `*` stands for any member. The same for states. */
  readonly secrets?: readonly string[];
  /** Loads the validator of the store's values. */
  readonly contract: () => Promise<{ readonly value: Validator }>;
}

/** What a state file says, as far as running needs it. */
export interface StatePolicy {
  readonly name: string;
  readonly scope: "thread" | "run" | "call";
  readonly initial: Json;
  /** "refuse": a call that may act on it is not begun while another one is under way. Absent: the actions of both are applied. */
  readonly parallel?: "refuse";
  readonly secrets?: readonly string[];
  /** Loads the validators of the state and of each action's payload. */
  readonly contract: () => Promise<{
    readonly state: Validator;
    readonly [action: `action_${string}`]: Validator;
  }>;
}

declare const types: unique symbol;

/** Every tool and store of a catalog. */
export interface Registry<C extends CatalogTypes = CatalogTypes> {
  readonly tools: { readonly [Name in keyof C["policies"]]: RegisteredTool<C["policies"][Name]> };
  readonly stores: { readonly [name: string]: StorePolicy };
  readonly states: { readonly [name: string]: StatePolicy };
  /** Never has a value; it carries the types that `createExecutor` asks for. */
  readonly [types]?: C;
}

interface RegistryParts<C extends CatalogTypes> {
  readonly tools: {
    readonly [Name in keyof C["policies"]]: Pick<RegisteredTool<C["policies"][Name]>, "policy" | "contract">;
  };
  readonly stores: { readonly [name: string]: StorePolicy };
  readonly states?: { readonly [name: string]: StatePolicy };
}

/** Makes the registry of a catalog. Generated code calls it; code for another ABI is refused by the compiler and again here. */
export function defineRegistry<C extends CatalogTypes, const Abi extends number>(
  abi: Abi extends RuntimeAbi
    ? Abi
    : PolicyViolation<`generated for runtime ABI ${Abi}, installed is ${RuntimeAbi}: run toolwright generate`>,
  parts: RegistryParts<C>,
): Registry<C> {
  if (abi !== runtimeAbi)
    throw new WiringError(
      `generated for runtime ABI ${String(abi)}, installed is ${runtimeAbi}: run toolwright generate`,
    );
  const entries = Object.entries(parts.tools) as [string, Pick<RegisteredTool, "policy" | "contract">][];
  const tools = entries.map(([name, { policy, contract }]) => [
    name,
    {
      policy,
      contract,
      validate: {
        input: async (value: unknown) => (await contract()).input(value),
        output: async (value: unknown) => (await contract()).output(value),
      },
    } satisfies RegisteredTool,
  ]);
  return { tools: Object.fromEntries(tools), stores: parts.stores, states: parts.states ?? {} };
}
