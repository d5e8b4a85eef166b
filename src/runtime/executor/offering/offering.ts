import type { Signal } from "../../tool/signal.js";
import type { Started } from "../background.js";
import type { CallError } from "../call-error.js";
import type { CallContext, ToolListing } from "../executor.js";
import type { ResponseAnswer, ResponseContext } from "../response/execute-response.js";
import type { AnyResult } from "../result.js";
import type { OutputSlice, SlicePart } from "../slice-output.js";
import type { ViewOptions } from "./view.js";

/** One call of a batch. */
export interface OfferedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly callId: string;
}

/** A call that was made, and on whose behalf it is asked after. */
export type NamedCall = Pick<CallContext, "tenant" | "user" | "thread" | "callId">;

/** What an agent holds: tools by name, and every way to use them. Executors, views and compositions are all of this kind. */
export interface Offering {
  names(): readonly string[];
  specs(): Promise<readonly ToolListing[]>;
  /** Runs a call that a model made, judging everything about it; null if the tool is not one of these. */
  offer(tool: string, input: unknown, context: CallContext): Promise<AnyResult | null>;
  /** Runs the calls of one turn, at once where their tools allow; one answer a call, in call order, whatever happens. */
  offerAll(
    calls: readonly OfferedCall[],
    context: Omit<CallContext, "callId">,
  ): Promise<readonly (AnyResult | CallError)[]>;
  /** Finds the calls in a whole response of a model and runs them; null if there is none. */
  executeResponse(response: unknown, context: ResponseContext): Promise<readonly ResponseAnswer[] | null>;
  /** Runs a call in the background, out of reach of the context's signal; resolves once it is under way, or answered. */
  start(tool: string, input: unknown, context: CallContext): Promise<AnyResult | Started | null>;
  /**
   * Waits for a call that any process made, and tells its result; null if nobody knows it. Aborting ends only the
   * waiting. Name the user where those who ask are not all the same: what was done for another is not handed out.
   */
  collect(call: NamedCall, options?: { readonly signal?: Signal }): Promise<AnyResult | null>;
  /** A recorded output piece by piece, for a model that cannot take it whole; null if nobody knows the call, or it has none. */
  slice(call: NamedCall, part?: SlicePart): Promise<OutputSlice | null>;
  /** Whether a tool may be invoked again after a transient error; what the executor acts on. */
  retryable(tool: string): boolean;
  /** The same tools with some left out or under other names. */
  view(options: ViewOptions): Offering;
}

/** What makes an offering what it is; the rest follows from it. */
export type OwnPart = Omit<Offering, "offerAll" | "executeResponse" | "view">;
