import type { ToolPolicy } from "../tool/policy.js";
import { digest } from "./digest.js";

/** The digest of everything that a yes to a tool lets run: its spec, and that of whatever it may come to call. */
export function approvedSpecOf(policy: ToolPolicy, policies: ReadonlyMap<string, ToolPolicy>): string {
  if (!policy.calls?.length) return policy.specDigest;
  const reached = new Set([policy]);
  for (const { calls = [] } of reached)
    for (const called of calls) {
      const child = policies.get(called);
      if (child) reached.add(child);
    }
  return digest(JSON.stringify([...reached].map(({ specDigest }) => specDigest)));
}
