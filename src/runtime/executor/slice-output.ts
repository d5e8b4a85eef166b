import type { CallName } from "../ledger/call-record.js";
import type { Link } from "./link.js";

/** A part of a recorded output, as text. */
export interface OutputSlice {
  readonly tool: string;
  readonly text: string;
  readonly totalCharacters: number;
  /** Where the next slice begins, or null at the end. */
  readonly next: number | null;
}

/** Which part of an output; 16,000 characters from the beginning unless said. */
export interface SlicePart {
  readonly from?: number;
  readonly characters?: number;
}

/**
 * Hands out a kept output piece by piece; null for a call that has none. Where a user is named, what was done for another
 * is not handed out, unless its spec shares it.
 */
export async function sliceOutput(
  link: Link,
  call: CallName,
  user: string | undefined,
  { from = 0, characters = 16_000 }: SlicePart = {},
): Promise<OutputSlice | null> {
  const { call: bound, execution } = await link.ledger.look(call, "");
  if (!bound || execution?.outcome?.kind !== "succeeded") return null;
  const { tool } = execution;
  if (user !== undefined && execution.user !== user && !link.tools.get(tool)?.policy.key?.share) return null;
  const whole = JSON.stringify(execution.outcome.output);
  const begin = placeIn(whole, from);
  const end = placeIn(whole, begin + Math.max(1, Math.trunc(characters) || 1));
  return { tool, text: whole.slice(begin, end), totalCharacters: whole.length, next: end < whole.length ? end : null };
}

/** A place within a text that does not lie inside a character; what is no place at all is the beginning. */
function placeIn(text: string, at: number): number {
  const place = Math.min(text.length, Math.max(0, Math.trunc(at) || 0));
  return isHigh(text.charCodeAt(place - 1)) && place < text.length ? place + 1 : place;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
