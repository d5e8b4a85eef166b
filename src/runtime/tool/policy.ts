import type { Json } from "./json.js";

/** What repeating a call does to the world; decides what happens when nobody knows how an attempt ended. */
export type Effect = "read" | "idempotent" | "keyed" | "reconcilable" | "once";

/** How far a caller is trusted, from most to least. */
export type Trust = "trusted" | "verified" | "quarantined" | "blocked";

/** Why an attempt may be worth repeating. */
export type RetryCategory = "rate_limited" | "unavailable" | "timeout" | "conflict" | "internal";

/** What makes two calls the same piece of work. */
export interface KeyPolicy {
  /** JSON Pointers into the input, or all of it. */
  readonly from: readonly string[] | "input";
  /** JSON Pointers that may differ under one key. */
  readonly ignore: readonly string[];
  readonly scope: "user" | "thread" | "tenant";
  /** How long a settled execution answers for its key; null is for ever. */
  readonly windowMs: number | null;
  /** How long the far side remembers an idempotency key; null where the effect does not lean on it. */
  readonly rememberedMs: number | null;
  /** Whether another user of the scope may be handed the recorded output. */
  readonly share: boolean;
}

/** How often, and after which endings, the body may be invoked again. */
export interface RetryPolicy {
  /** Invocations in all, recoveries included. */
  readonly attempts: number;
  readonly on: readonly RetryCategory[];
  readonly initialMs: number;
  readonly maxMs: number;
  readonly budgetMs: number;
}

/** When a person must say yes, and who may. */
export interface ApprovalPolicy {
  /** "always", or "matching": the input satisfies the contract's `approvalWhen` schema. */
  readonly when: "always" | "matching";
  /** Groups of approvers; anyone in one of them counts. */
  readonly by: readonly string[];
  /** How many different people must say yes. */
  readonly count: number;
  readonly expiresMs: number;
  /** JSON Pointers an approver may change. */
  readonly editable: readonly string[];
  readonly kind: string;
  /** Sentence for the approver; `{/pointer}` is replaced by that part of the input. */
  readonly summary: string;
  /** Why people are asked, for them to read; absent: what made it so is told in our words. */
  readonly reason?: string;
  /** Whatever else an approver's screen should know; `{/pointer}` in its texts is replaced like in the summary. */
  readonly metadata?: { readonly [name: string]: Json };
}

/** A question to a person: the answer is passed to the body, is the result, or only lets the body run again. */
export interface AskPolicy {
  readonly message: string;
  readonly then: "again" | "result" | "pass";
}

/** Everything a spec says about running a tool, with defaults filled in. The generator writes it; nothing else does. */
export interface ToolPolicy {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Digest of the whole spec, so that an approval or a claim made under another spec is noticed. */
  readonly specDigest: string;
  readonly effect: Effect;
  readonly key: KeyPolicy | null;
  readonly retry: RetryPolicy | null;
  /** After `withinMs` from the first claim nothing is repeated automatically; a body that did not end may act for `afterMs` more. */
  readonly recover: { readonly withinMs: number; readonly afterMs: number };
  readonly timeoutMs: number;
  readonly approval: ApprovalPolicy | "never";
  /** Declared error codes and what they mean. */
  readonly errors: { readonly [code: string]: string };
  readonly stores: { readonly [store: string]: "read" | "write" };
  readonly trust: Trust;
  readonly env: readonly string[];
  readonly outputLimitBytes: number;
  /** Serial within the thread or the tenant, as far as one process reaches; absent is parallel. */
  readonly concurrency?: "thread" | "tenant";
  /** Set for a tool that finishes later: how long the far side may take. */
  readonly operation?: { readonly deadlineMs: number };
  /** Questions the body may ask, and what becomes of the answer. */
  readonly asks?: { readonly [question: string]: AskPolicy };
  /** Tools this one may call, through the same gates. */
  readonly calls?: readonly string[];
  /** The actions it may take on each state. */
  readonly state?: { readonly [state: string]: readonly string[] };
  /** JSON Pointers to what is sealed in the ledger and redacted elsewhere; `*` stands for any member. */
  readonly secrets?: {
    readonly input: readonly string[];
    readonly output: readonly string[];
    /** Of the answers to its questions, by question. */
    readonly answers?: { readonly [question: string]: readonly string[] };
  };
  /** What becomes of an output over the limit; absent: it is kept back as unreported. */
  readonly outputOver?: "clip" | "keep";
}
