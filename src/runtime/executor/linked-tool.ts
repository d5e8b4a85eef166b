import type { Caller } from "../tool/context.js";
import type { ToolContract } from "../tool/contract.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Finding } from "../tool/typed-tool.js";
import type { Violation } from "../tool/verdict.js";
import type { AttemptContext } from "./attempt-context.js";
import type { Awaitable } from "./awaitable.js";
import type { ContextView } from "./body-context.js";

/** A tool as the executor runs it: its types are checked where it is linked, and gone here. */
export interface LinkedTool {
  readonly policy: ToolPolicy;
  /** What a yes to it names: its spec, and those of the tools that it may call, since whoever approves it approves them. */
  readonly approvedSpec: string;
  /** Whether it only looks: no claim is needed before its body, and nothing is in doubt after it. */
  readonly isPlainRead: boolean;
  /** Loaded on first use; there at once from then on. */
  readonly contract: () => Awaitable<ToolContract>;
  /** How its bodies see their contexts. */
  readonly contextView: ContextView;
  readonly run: (input: Json, context: AttemptContext) => Promise<unknown>;
  readonly reconcile: ((input: Json, context: AttemptContext) => Promise<Finding<unknown>>) | null;
  readonly validate: ((input: Json, context: { readonly caller: Caller }) => Promise<readonly Violation[]>) | null;
}

/** Whether a tool with this policy only looks. */
export function isPlainRead({ effect, approval, stores, state, operation }: ToolPolicy): boolean {
  if (effect !== "read" || approval !== "never" || state !== undefined || operation !== undefined) return false;
  return !Object.values(stores).includes("write");
}
