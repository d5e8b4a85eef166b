import type { CallName } from "../ledger/call-record.js";
import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { KeyPolicy, ToolPolicy } from "../tool/policy.js";
import { canonicalJson } from "./canonical-json.js";
import { digest as plainDigest } from "./digest.js";
import { partAt, without } from "./json-pointer.js";
import type { Vault } from "./secrets/vault.js";

/** What a call asks for, in the words of the ledger: two records, two comparisons. */
export interface Work {
  readonly call: CallName;
  readonly tool: string;
  readonly key: string;
  /** Of the whole input: the same call id must ask for the same thing. */
  readonly inputDigest: string;
  /** Of what must not differ between calls of one key. */
  readonly payloadDigest: string;
}

/** The execution whose body makes a call, and the label it gave it. */
export interface Parent {
  readonly key: string;
  readonly generation: number;
  readonly ancestors: readonly string[];
  readonly label: string;
}

/** The same piece of work as a body's own: the parent's key and a label, whatever attempt of the parent it is. */
export function identifyChild(own: Work, { key, generation, label }: Parent): Work {
  return {
    ...own,
    key: `child:${plainDigest(canonicalJson([key, generation, label]))}`,
    payloadDigest: own.inputDigest,
  };
}

/** Names the piece of work that a call asks for. The key always lies inside the tenant. */
export function identify(policy: ToolPolicy, input: Json, caller: Caller, vault: Vault | null): Work {
  // A plain digest of a short secret can be found by trying, so where there are secrets the digest is keyed.
  const digest = policy.secrets && vault ? vault.digest : plainDigest;
  const inputDigest = digest(canonicalJson(input));
  const { tenant, thread, callId } = caller;
  const call = { tenant, thread, callId };
  if (policy.key === null)
    return {
      call,
      tool: policy.name,
      key: `call:${JSON.stringify([tenant, thread, callId])}`,
      inputDigest,
      payloadDigest: inputDigest,
    };
  return {
    call,
    tool: policy.name,
    key: `work:${digest(canonicalJson([policy.name, tenant, ...scopeOf(policy.key, caller), ...partsOf(policy.key, input)]))}`,
    inputDigest,
    payloadDigest:
      policy.key.ignore.length === 0 ? inputDigest : digest(canonicalJson(without(input, policy.key.ignore))),
  };
}

function scopeOf(key: KeyPolicy, caller: Caller): Json[] {
  switch (key.scope) {
    case "tenant":
      return ["tenant"];
    case "user":
      return ["user", caller.user];
    case "thread":
      return ["thread", caller.thread];
  }
}

function partsOf(key: KeyPolicy, input: Json): Json[] {
  if (key.from === "input") return [without(input, key.ignore)];
  // A part that is absent must not collide with one that is null.
  return key.from.map((pointer) => {
    const part = partAt(input, pointer);
    return part === undefined ? [] : [part];
  });
}

/** What the far side is told: the same on every attempt, process and machine, another for every generation. */
export function idempotencyKeyOf(key: string, generation: number): string {
  return `tw-${plainDigest(`${key}#${generation}`).slice(0, 32)}`;
}
