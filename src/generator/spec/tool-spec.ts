import type { Effect, Json, RetryCategory, Trust } from "@toolwright/runtime";

/** "500ms", "5s", "15m", "24h" or "30d". */
export type Duration = string;

/** The words of a `*.tool.json` file, as their author wrote them. */
export interface ToolSpec {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly input: unknown;
  readonly output?: unknown;
  readonly errors?: { readonly [code: string]: { readonly description: string } };
  readonly effect: Effect;
  readonly key?: {
    readonly from?: readonly string[] | "input";
    readonly ignore?: readonly string[];
    readonly scope?: "user" | "thread" | "tenant";
    readonly window?: Duration;
    readonly remembered?: Duration;
    readonly share?: boolean;
  };
  readonly retry?: {
    readonly attempts?: number;
    readonly on?: readonly RetryCategory[];
    readonly backoff?: { readonly initial?: Duration; readonly max?: Duration };
    readonly budget?: Duration;
  };
  readonly recover?: { readonly within?: Duration; readonly after?: Duration };
  readonly timeout?: Duration;
  readonly approval?: "always" | "never" | ApprovalRule;
  readonly asks?: { readonly [question: string]: AskSpec };
  readonly stores?: { readonly [store: string]: "read" | "write" };
  readonly state?: { readonly [state: string]: readonly string[] };
  readonly calls?: readonly string[];
  readonly trust?: Trust;
  readonly env?: readonly string[];
  readonly operation?: { readonly deadline?: Duration };
  readonly concurrency?: "parallel" | "thread" | "tenant";
  readonly outputLimit?: { readonly bytes?: number; readonly over?: "fail" | "clip" | "keep" };
}

/** A question the body may ask, as its author wrote it. */
export interface AskSpec {
  readonly message: string;
  readonly answer: unknown;
  readonly then?: "again" | "result" | "pass";
}

/** When a person must say yes, as its author wrote it. */
export interface ApprovalRule {
  readonly when?: "always" | object;
  readonly by?: readonly string[];
  readonly count?: number;
  readonly expires?: Duration;
  readonly editable?: readonly string[];
  readonly kind?: string;
  readonly summary?: string;
  readonly reason?: string;
  readonly metadata?: { readonly [name: string]: Json };
}

/** The words of a `*.store.json` file, as their author wrote them. */
export interface StoreSpec {
  readonly name?: string;
  readonly description?: string;
  readonly scope?: "tenant" | "user" | "thread";
  readonly key?: string;
  readonly value: unknown;
  readonly ttl?: Duration;
}

/** The words of a `*.state.json` file, as their author wrote them. */
export interface StateSpec {
  readonly name?: string;
  readonly description?: string;
  readonly scope?: "thread" | "run" | "call";
  readonly parallel?: "reduce" | "refuse";
  readonly schema: unknown;
  readonly initial: unknown;
  readonly actions: { readonly [action: string]: { readonly description?: string; readonly payload: unknown } };
}
