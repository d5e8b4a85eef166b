import type { ToolContext, ToolNeeds } from "./context.js";
import type { ToolContract } from "./contract.js";
import type { ToolPolicy } from "./policy.js";
import type { Violation } from "./verdict.js";

/** The body of a tool. */
export type Run<P extends ToolPolicy, Input, Output, Needs extends ToolNeeds> = (
  input: Input,
  context: ToolContext<P, Needs>,
) => Promise<Output>;

/** What a look at the world says of an effect. "cannot happen any more" allows another attempt; "not yet" is "unknown". */
export type Finding<Output> = { readonly happened: Output } | "cannot happen any more" | "unknown";

/** A body with business rules of its own, on top of the schema. */
export interface Runnable<P extends ToolPolicy, Input, Output, Needs extends ToolNeeds> {
  readonly run: Run<P, Input, Output, Needs>;
  /** Says what is wrong with an input that fits the schema, before anyone is asked to approve it. */
  readonly validate?: (input: Input, context: Pick<ToolContext<P, Needs>, "caller">) => Promise<readonly Violation[]>;
}

/** A body whose effect can be looked up afterwards. */
export interface Reconcilable<P extends ToolPolicy, Input, Output, Needs extends ToolNeeds>
  extends Runnable<P, Input, Output, Needs> {
  readonly reconcile: (input: Input, context: ToolContext<P, Needs>) => Promise<Finding<Output>>;
}

/** What an author writes for a tool; a reconcilable effect asks for `reconcile`. */
export type Implementation<
  P extends ToolPolicy,
  Input,
  Output,
  Needs extends ToolNeeds,
> = P["effect"] extends "reconcilable"
  ? Reconcilable<P, Input, Output, Needs>
  : Run<P, Input, Output, Needs> | Runnable<P, Input, Output, Needs>;

/** A tool with its policy, its contract and its implementation. The generator writes one subclass a spec. */
export abstract class TypedTool<const P extends ToolPolicy, Input, Output, Needs extends ToolNeeds = object> {
  abstract readonly policy: P;
  /** Loads schemas and validators on first use. */
  abstract readonly contract: () => Promise<ToolContract>;
  readonly implementation: Implementation<P, Input, Output, Needs>;

  constructor(implementation: Implementation<P, Input, Output, Needs>) {
    this.implementation = implementation;
  }
}
