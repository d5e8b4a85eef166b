import type { Caller } from "../tool/context.js";
import type { ToolContract } from "../tool/contract.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Finding } from "../tool/typed-tool.js";
import type { Violation } from "../tool/verdict.js";
import type { AttemptContext } from "./attempt-context.js";

/** A tool as the executor runs it: its types are checked where it is linked, and gone here. */
export interface LinkedTool {
  readonly policy: ToolPolicy;
  readonly contract: () => Promise<ToolContract>;
  /** What a body finds in its context. */
  readonly members: readonly string[];
  readonly run: (input: Json, context: AttemptContext) => Promise<unknown>;
  readonly reconcile: ((input: Json, context: AttemptContext) => Promise<Finding<unknown>>) | null;
  readonly validate: ((input: Json, context: { readonly caller: Caller }) => Promise<readonly Violation[]>) | null;
}

/** Whether a tool only looks: no claim is needed before its body, and nothing is in doubt after it. */
export function isPlainRead({ effect, approval, stores }: ToolPolicy): boolean {
  return effect === "read" && approval === "never" && !Object.values(stores).includes("write");
}
