import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.js";

/** Names what a spec means, whatever its spelling: the same for two files that differ in order, comments or written-out defaults. */
export function specDigest(meaning: unknown): string {
  return createHash("sha256").update(canonicalJson(meaning)).digest("hex");
}
