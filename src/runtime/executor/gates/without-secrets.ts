import type { Link } from "../link.js";
import { redactText } from "../secrets/redact.js";
import type { Call } from "./call.js";

/** What a rule or a hook said about a call, without the secrets of its input: it may quote what it was shown. */
export function withoutSecrets({ tools }: Link, { tool, input }: Call, text: string): string {
  const policy = tools.get(tool)?.policy;
  return policy ? redactText(policy, input, text) : text;
}
