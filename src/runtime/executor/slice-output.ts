import type { CallName } from "../ledger/call-record.js";
import type { Link } from "./link.js";

/** A part of a recorded output, as text. */
export interface OutputSlice {
  readonly text: string;
  readonly totalCharacters: number;
  /** Where the next slice begins, or null at the end. */
  readonly next: number | null;
}

/** Hands out a kept output piece by piece; null for a call that has none. */
export async function sliceOutput(
  link: Link,
  call: CallName,
  { from = 0, characters = 16_000 }: { readonly from?: number; readonly characters?: number } = {},
): Promise<OutputSlice | null> {
  const { call: bound, execution } = await link.ledger.look(call, "");
  if (!bound || execution?.outcome?.kind !== "succeeded") return null;
  const whole = JSON.stringify(execution.outcome.output);
  const end = Math.min(whole.length, from + Math.max(1, characters));
  return { text: whole.slice(from, end), totalCharacters: whole.length, next: end < whole.length ? end : null };
}
