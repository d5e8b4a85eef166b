import type { Json } from "./json.js";
import type { Validator } from "./verdict.js";

/** The JSON Schemas of a tool and their validators, compiled ahead of time; loaded on first use, since they are the bulk of a catalog. */
export interface ToolContract {
  readonly inputSchema: Json;
  readonly outputSchema: Json;
  readonly input: Validator;
  readonly output: Validator;
  /** Whether the input asks for approval; present where the policy says "matching". */
  readonly approvalWhen?: Validator;
  /** Judge the answers to the questions that the policy declares. */
  readonly [answer: `answer_${string}`]: Validator;
}
