import type { CallName } from "../ledger/call-record.js";
import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { KeyPolicy, ToolPolicy } from "../tool/policy.js";
import { CanonicalInput, type InputPointer, inputPointer } from "./canonical-input.js";
import { canonicalJson, quoted } from "./canonical-json.js";
import { digest as plainDigest } from "./digest.js";
import type { Vault } from "./secrets/vault.js";

/** What a call asks for, in the words of the ledger: two records, two comparisons. */
export interface Work {
  readonly call: CallName;
  readonly tool: string;
  readonly key: string;
  /** Of the whole input: the same call id must ask for the same thing. */
  readonly inputDigest: string;
  /** Of what must not differ between calls of one key; the key itself where it says all of that. */
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
  const canonical = new CanonicalInput(input);
  const inputDigest = digest(canonical.text);
  const { tenant, thread, callId } = caller;
  const call = { tenant, thread, callId };
  const { name: tool, key } = policy;
  if (key === null)
    return {
      call,
      tool,
      key: `call:[${quoted(tenant)},${quoted(thread)},${quoted(callId)}]`,
      inputDigest,
      payloadDigest: inputDigest,
    };
  const { from, ignore } = pointersOf(key);
  const parts = from === "input" ? `,${canonical.textWithout(ignore)}` : partsText(canonical, from);
  const work = `work:${digest(`[${quoted(tool)},${quoted(tenant)},${scopeText(key, caller)}${parts}]`)}`;
  // Where the key is made of all that counts, two inputs of one key cannot differ in it.
  const isInKey = from === "input" || canonical.isWithin(from, ignore);
  const payloadDigest = isInKey ? work : ignore.length === 0 ? inputDigest : digest(canonical.textWithout(ignore));
  return { call, tool, key: work, inputDigest, payloadDigest };
}

function scopeText(key: KeyPolicy, caller: Caller): string {
  switch (key.scope) {
    case "tenant":
      return '"tenant"';
    case "user":
      return `"user",${canonicalJson(caller.user)}`;
    case "thread":
      return `"thread",${quoted(caller.thread)}`;
  }
}

function partsText(canonical: CanonicalInput, from: readonly InputPointer[]): string {
  let text = "";
  // A part that is absent must not collide with one that is null.
  for (const pointer of from) text += `,[${canonical.partText(pointer) ?? ""}]`;
  return text;
}

interface KeyPointers {
  readonly from: "input" | readonly InputPointer[];
  readonly ignore: readonly InputPointer[];
}

const read = new WeakMap<KeyPolicy, KeyPointers>();

function pointersOf(key: KeyPolicy): KeyPointers {
  const known = read.get(key);
  if (known !== undefined) return known;
  const from = key.from === "input" ? key.from : key.from.map(inputPointer);
  const pointers = { from, ignore: key.ignore.map(inputPointer) };
  read.set(key, pointers);
  return pointers;
}

/**
 * What the far side is told: the same on every attempt, process and machine, another for every generation. Short, since
 * some far sides take no more than 45 characters.
 */
export function idempotencyKeyOf(key: string, generation: number): string {
  // All other keys are digests already.
  const digest = key.startsWith("call:") ? plainDigest(key) : key.slice(key.indexOf(":") + 1);
  return `tw-${digest.slice(0, 32)}-${generation}`;
}
