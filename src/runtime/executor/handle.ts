import { randomUUID } from "node:crypto";
import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Ledger } from "../ledger/ledger.js";

/** A name that nobody can guess for an open execution; it says where the record is, so no index is needed to find it. */
export function handleOf(prefix: "op" | "ask", key: string, generation: number): string {
  return `${prefix}_${Buffer.from(JSON.stringify([key, generation, randomUUID()])).toString("base64url")}`;
}

// No call has an empty name, so this one is never bound and the look-up goes by key alone.
const nobody = { tenant: "", thread: "", callId: "" };

/** The execution a handle points to, if its generation is still the newest; the caller compares the handle itself. */
export async function executionOf(ledger: Ledger, handle: string): Promise<ExecutionRecord | null> {
  const place = placeOf(handle);
  return place && executionAt(ledger, place);
}

/** The execution of a key, if that generation is still the newest. */
export async function executionAt(
  ledger: Ledger,
  place: Pick<ExecutionRecord, "key" | "generation">,
): Promise<ExecutionRecord | null> {
  const { execution } = await ledger.look(nobody, place.key);
  return execution?.generation === place.generation ? execution : null;
}

function placeOf(handle: unknown): { readonly key: string; readonly generation: number } | null {
  if (typeof handle !== "string") return null;
  try {
    const [key, generation] = JSON.parse(Buffer.from(handle.replace(/^[a-z]+_/, ""), "base64url").toString());
    return typeof key === "string" && typeof generation === "number" ? { key, generation } : null;
  } catch {
    return null;
  }
}
