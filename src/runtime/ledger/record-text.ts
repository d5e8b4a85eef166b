import { crc32 } from "node:zlib";
import type { ExecutionRecord } from "./execution-record.js";
import { type ExecutionDraft, LedgerUnavailableError } from "./ledger.js";
import { claimedAtMs, recordWith } from "./record-with.js";

/** The columns beside a record's text: by these a row is found, so the text does not repeat them. */
export interface RecordPlace {
  readonly key: string;
  readonly generation: number;
  readonly revision: number;
  readonly atMs: number;
  readonly tenant: string;
  readonly tool: string;
}

const checkDigits = 8;

/**
 * A record as the databases keep it: a checksum, then its members in a fixed order, without their names, which would be
 * a third of every row. The checksum is over the row's place too, so that a text under a wrong key is noticed as well.
 */
export function recordText(draft: ExecutionDraft): string {
  const members = JSON.stringify([
    draft.status,
    draft.writeId,
    draft.specDigest,
    draft.effect,
    draft.user,
    draft.thread,
    draft.run,
    draft.callId,
    draft.trust,
    draft.payloadDigest,
    draft.input,
    draft.fence,
    draft.attempts,
    draft.mayHaveHappened ?? false,
    draft.claimedAtMs,
    draft.leaseMs,
    draft.approval,
    draft.outcome,
    draft.operation ?? null,
    draft.dialogue ?? null,
    draft.ancestors ?? [],
  ]);
  return checkOf(draft, members) + members;
}

/** Reads what `recordText` wrote. Throws `LedgerUnavailableError` where it is not what was written. */
export function readRecordText(text: string, place: RecordPlace): ExecutionRecord {
  // As schema 1 kept it: one object, with names and without a checksum.
  if (text.startsWith("{")) return recordWith(parsed(text, place) as ExecutionDraft, place);
  const members = text.slice(checkDigits);
  if (text.slice(0, checkDigits) !== checkOf(place, members)) throw damaged(place);
  const parts = parsed(members, place) as MemberList;
  const [status, writeId, specDigest, effect, user, thread, run, callId, trust, payloadDigest, input, fence] = parts;
  return {
    key: place.key,
    generation: place.generation,
    revision: place.revision,
    writeId,
    atMs: place.atMs,
    status,
    tool: place.tool,
    specDigest,
    effect,
    tenant: place.tenant,
    user,
    thread,
    run,
    callId,
    trust,
    payloadDigest,
    input,
    fence,
    attempts: parts[12],
    mayHaveHappened: parts[13],
    claimedAtMs: claimedAtMs({ claimedAtMs: parts[14], status }, place.revision, place.atMs),
    leaseMs: parts[15],
    approval: parts[16],
    outcome: parts[17],
    operation: parts[18],
    dialogue: parts[19],
    ancestors: parts[20],
  };
}

type Member<Name extends keyof ExecutionRecord> =
  | NonNullable<ExecutionRecord[Name]>
  | Extract<ExecutionRecord[Name], null>;
type MemberList = readonly [
  ...[Member<"status">, Member<"writeId">, Member<"specDigest">, Member<"effect">, Member<"user">, Member<"thread">],
  ...[Member<"run">, Member<"callId">, Member<"trust">, Member<"payloadDigest">, Member<"input">, Member<"fence">],
  ...[Member<"attempts">, Member<"mayHaveHappened">, Member<"claimedAtMs">, Member<"leaseMs">, Member<"approval">],
  ...[Member<"outcome">, Member<"operation">, Member<"dialogue">, Member<"ancestors">],
];

type Place = Pick<ExecutionDraft, "key" | "generation" | "tenant" | "tool">;

function checkOf({ key, generation, tenant, tool }: Place, members: string): string {
  const sum = crc32(`${generation} ${key} ${tenant} ${tool} ${members}`);
  return sum.toString(16).padStart(checkDigits, "0");
}

function parsed(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(place);
  }
}

function damaged({ tool, generation, key }: Place): LedgerUnavailableError {
  return new LedgerUnavailableError(
    `the record of ${tool} under ${key} (generation ${generation}) is damaged: it is not what was written; stop, keep a copy, and restore a backup`,
  );
}
