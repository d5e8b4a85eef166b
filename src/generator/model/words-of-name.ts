import { createHash } from "node:crypto";

/** A spec's name, split for writing it in any case. */
export interface NameWords {
  /** Lower-case ASCII words, at least one; the first starts with a letter. */
  readonly words: readonly string[];
  /** Whether other names could give the same words although they are spelt with other characters. */
  readonly lossy: boolean;
}

/** Splits "refund_payment", "refund-payment", "refundPayment" and "RefundPayment" alike. */
export function wordsOfName(name: string): NameWords {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
  const lossy = !/^[A-Za-z0-9_\- ]+$/.test(name) || words.length === 0;
  const lettered = words.length > 0 && /^[a-z]/.test(words[0] ?? "") ? words : ["tool", ...words];
  return { words: lettered, lossy };
}

/** Eight hex digits that tell one name from all others. */
export function nameMark(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 8);
}

/** "refund", "payment" → "RefundPayment". */
export function pascalCase(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
