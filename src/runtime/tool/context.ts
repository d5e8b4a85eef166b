import type { ToolFailure } from "./endings.js";
import type { Json } from "./json.js";
import type { ToolPolicy } from "./policy.js";
import type { PolicyViolation } from "./policy-violation.js";
import type { Signal } from "./signal.js";

/** Who asks, and under which call id. Immutable; one per call. */
export interface Caller {
  readonly tenant: string;
  readonly user: string | null;
  readonly thread: string;
  readonly run: string | null;
  readonly callId: string;
}

type RetryLaterOf<P extends ToolPolicy> = P["retry"] extends { readonly on: readonly (infer Category extends string)[] }
  ? (category: Category, message?: string) => never
  : P["effect"] extends "once"
    ? PolicyViolation<`${P["name"]} has effect "once", so it cannot ask for another attempt`>
    : PolicyViolation<`${P["name"]} declares no "retry", so it cannot ask for another attempt`>;

type FailOf<P extends ToolPolicy> = keyof P["errors"] extends never
  ? PolicyViolation<`${P["name"]} declares no "errors", so it has no error to fail with`>
  : (code: keyof P["errors"] & string, message?: string) => ToolFailure;

type IfOperation<P extends ToolPolicy, Member> = P extends { readonly operation: object }
  ? Member
  : PolicyViolation<`${P["name"]} declares no "operation", so it cannot finish later`>;

type AskOf<P extends ToolPolicy, Needs extends ToolNeeds> = P extends { readonly asks: object }
  ? <Name extends keyof Needs["answers"] & string>(question: Name) => Needs["answers"][Name]
  : PolicyViolation<`${P["name"]} declares no "asks", so it has no question to ask`>;

type CallOf<P extends ToolPolicy, Needs extends ToolNeeds> = P extends {
  readonly calls: readonly [string, ...string[]];
}
  ? <Name extends keyof Needs["calls"] & string>(
      tool: Name,
      label: string,
      input: Needs["calls"][Name] extends { readonly input: infer Input } ? Input : never,
    ) => Promise<Needs["calls"][Name] extends { readonly result: infer Result } ? Result : never>
  : PolicyViolation<`${P["name"]} declares no "calls", so it cannot call another tool`>;

type StateOf<P extends ToolPolicy, Needs extends ToolNeeds> = P extends { readonly state: object }
  ? NonNullable<Needs["state"]>
  : PolicyViolation<`${P["name"]} declares no "state", so there is none to read or change`>;

/** The types of what a tool's spec declares, by name; the generator writes one a tool that needs any. */
export interface ToolNeeds {
  /** A `ReadableStore` or `WritableStore` a store. */
  readonly stores?: object;
  /** The type of the answer to each question. */
  readonly answers?: object;
  /** `{ input, result }` of each tool it may call. */
  readonly calls?: object;
  /** A `StateHandle` a state. */
  readonly state?: object;
}

/** What a body is given, besides its input: exactly what its spec declares. */
export interface ToolContext<P extends ToolPolicy, Needs extends ToolNeeds> {
  /** The same on every attempt, process and machine; hand it to the far side. */
  readonly idempotencyKey: string;
  /** 1 on the first invocation; recoveries count. */
  readonly attempt: number;
  readonly caller: Caller;
  /** Aborted on timeout and cancel. */
  readonly signal: Signal;
  readonly stores: NonNullable<Needs["stores"]>;
  readonly env: { readonly [Name in P["env"][number]]: string };
  /** Makes the failure to throw: nothing happened, for good. */
  readonly fail: FailOf<P>;
  /** Ends the attempt: nothing happened yet, try again. */
  readonly retryLater: RetryLaterOf<P>;
  /** The name of this work for the far side to resume it by; the same on every attempt. */
  readonly operationId: IfOperation<P, string>;
  /** The far side's own name for it, once attached. */
  readonly externalOperationId: IfOperation<P, string | null>;
  /** Records the far side's name at once, so that a crash before the body ends does not lose it. */
  readonly attachOperation: IfOperation<P, (externalId: string) => Promise<void>>;
  /** Ends the body: the work goes on elsewhere. */
  readonly defer: IfOperation<P, () => never>;
  /** The answer to a declared question; while there is none, ends the attempt and waits for it. */
  readonly ask: AskOf<P, Needs>;
  /** Calls a declared tool through the same gates; the label makes the call the same one on every attempt. */
  readonly call: CallOf<P, Needs>;
  /** What this thread, run or call remembers: a frozen snapshot, and the declared actions on it. */
  readonly state: StateOf<P, Needs>;
  /** Tells whoever watches how far it is. */
  readonly progress: (detail: Json) => void;
}
