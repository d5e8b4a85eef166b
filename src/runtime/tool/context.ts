import type { ToolFailure } from "./endings.js";
import type { Json } from "./json.js";
import type { ToolPolicy } from "./policy.js";
import type { PolicyViolation } from "./policy-violation.js";

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

type NoOperation<P extends ToolPolicy> =
  PolicyViolation<`${P["name"]} declares no "operation", so it cannot finish later`>;

type IfOperation<P extends ToolPolicy, Member> = P extends { readonly operation: object } ? Member : NoOperation<P>;

type AskOf<P extends ToolPolicy, Answers> = P extends { readonly asks: object }
  ? <Name extends keyof Answers & string>(question: Name) => Answers[Name]
  : PolicyViolation<`${P["name"]} declares no "asks", so it has no question to ask`>;

/** What a body may hand to a tool it calls, and what comes back; the generator writes one entry a declared tool. */
export interface ChildTypes {
  readonly [tool: string]: { readonly input: unknown; readonly result: unknown };
}

type CallOf<P extends ToolPolicy, Children> = P extends { readonly calls: readonly [string, ...string[]] }
  ? <Name extends keyof Children & string>(
      tool: Name,
      label: string,
      input: Children[Name] extends { readonly input: infer Input } ? Input : never,
    ) => Promise<Children[Name] extends { readonly result: infer Result } ? Result : never>
  : PolicyViolation<`${P["name"]} declares no "calls", so it cannot call another tool`>;

/** What a body is given, besides its input: exactly what its spec declares. */
export interface ToolContext<P extends ToolPolicy, Stores, Answers = object, Children = object> {
  /** The same on every attempt, process and machine; hand it to the far side. */
  readonly idempotencyKey: string;
  /** 1 on the first invocation; recoveries count. */
  readonly attempt: number;
  readonly caller: Caller;
  /** Aborted on timeout and cancel. */
  readonly signal: AbortSignal;
  readonly stores: Stores;
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
  readonly ask: AskOf<P, Answers>;
  /** Calls a declared tool through the same gates; the label makes the call the same one on every attempt. */
  readonly call: CallOf<P, Children>;
  /** Tells whoever watches how far it is. */
  readonly progress: (detail: Json) => void;
}
