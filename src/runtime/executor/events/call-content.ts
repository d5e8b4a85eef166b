import type { Json } from "../../tool/json.js";
import type { ToolPolicy } from "../../tool/policy.js";
import type { AnyResult } from "../result.js";
import { redactInput, redactOutput } from "../secrets/redact.js";
import type { CallContent } from "./tracing.js";

/** What went into a call and what came out of it, as tracers may see it. */
export function contentOf(policy: ToolPolicy, value: unknown, result: AnyResult): CallContent {
  const isUnread = result.status === "rejected" && result.reason === "invalid_input";
  return {
    input: () => (policy.secrets && isUnread ? undefined : redactInput(policy, value as Json)),
    output: () => (result.status === "succeeded" ? redactOutput(policy, result.output as Json) : undefined),
  };
}
