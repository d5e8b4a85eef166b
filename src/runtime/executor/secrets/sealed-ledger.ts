import type { ExecutionRecord, OutcomeRecord } from "../../ledger/execution-record.js";
import type { Change, ExecutionDraft, Ledger } from "../../ledger/ledger.js";
import type { Json } from "../../tool/json.js";
import type { ToolPolicy } from "../../tool/policy.js";
import { lapsedRounds } from "../lapsed-rounds.js";
import { mapParts } from "./map-parts.js";
import { type StoreSecrets, sealedStores, sealedWrite } from "./sealed-stores.js";
import type { Vault } from "./vault.js";

/** A ledger that keeps declared secrets sealed: what is written is sealed, what is read is opened again. */
export function sealedLedger(
  ledger: Ledger,
  policies: ReadonlyMap<string, ToolPolicy>,
  storeSecrets: StoreSecrets,
  vault: Vault,
  unreadable: (record: ExecutionRecord, error: Error) => void,
): Ledger {
  const sealing: Turn = {
    part: vault.seal,
    text: (text, bound) => JSON.stringify(vault.seal(text, bound)),
  };
  const opening: Turn = {
    part: (part, bound, isOlder) => (isOlder && !isSealed(part) ? part : vault.unseal(part, bound)),
    text: (text, bound, isOlder) => {
      const sealed = sealedIn(text);
      return isOlder && sealed === null ? text : String(vault.unseal(sealed, bound));
    },
  };
  const seal = <R extends ExecutionDraft>(record: R): R => turn(record, policies.get(record.tool), sealing);
  const open = <R extends ExecutionDraft>(record: R): R => turn(record, policies.get(record.tool), opening);
  const openAny = (record: ExecutionRecord | null) => record && open(record);
  const sealChange = (change: Change): Change => ({
    ...change,
    ...(change.execution ? { execution: { ...change.execution, next: seal(change.execution.next) } } : {}),
    ...(change.stores ? { stores: change.stores.map((write) => sealedWrite(write, storeSecrets, vault)) } : {}),
  });
  return {
    durability: ledger.durability,
    ...(ledger.takesUnseen ? { takesUnseen: true as const } : {}),
    stores: sealedStores(ledger.stores, storeSecrets, vault),
    changed: (key, generation, revision, signal) => ledger.changed(key, generation, revision, signal),
    trail: (key) => ledger.trail(key),
    now: () => ledger.now(),
    close: () => ledger.close(),
    async look(call, key, seen) {
      const sight = await ledger.look(call, key, seen);
      return { ...sight, execution: openAny(sight.execution) };
    },
    write: (change) => ledger.write(sealChange(change)),
    lapsed: (limit) => openLapsed(ledger, limit, open, unreadable),
    byApproval: async (id) => openAny(await ledger.byApproval(id)),
    // Lists are for people, who see no secret: there is nothing to open, whatever key it was sealed with.
    list: (query) => ledger.list(query),
  };
}

/** Those that cannot be opened must not keep the others from being recovered, however many they are. */
async function openLapsed(
  ledger: Ledger,
  limit: number,
  open: (record: ExecutionRecord) => ExecutionRecord,
  unreadable: (record: ExecutionRecord, error: Error) => void,
): Promise<readonly ExecutionRecord[]> {
  const opened: ExecutionRecord[] = [];
  for await (const lapsed of lapsedRounds(ledger, limit)) {
    for (const record of lapsed) {
      try {
        opened.push(open(record));
      } catch (error) {
        unreadable(record, error as Error);
      }
    }
    if (opened.length >= limit) break;
  }
  return opened.slice(0, limit);
}

interface Turn {
  /** `isOlder`: written under another spec, which may not have called this a secret yet. */
  part(part: Json, bound: string, isOlder: boolean): Json;
  text(text: string, bound: string, isOlder: boolean): string;
}

function isSealed(part: Json): boolean {
  return typeof part === "object" && part !== null && "$sealed" in part;
}

function sealedIn(text: string): Json {
  try {
    const part: Json = JSON.parse(text);
    return isSealed(part) ? part : null;
  } catch {
    return null;
  }
}

function turn<R extends ExecutionDraft>(record: R, policy: ToolPolicy | undefined, turning: Turn): R {
  const secrets = policy?.secrets;
  if (!secrets) return record;
  const isOlder = record.specDigest !== policy.specDigest;
  // Bound to tenant and tool, so that a sealed part copied to another record does not open there.
  const how = (kind: string): BoundTurn => {
    const bound = JSON.stringify([record.tenant, record.tool, kind]);
    return {
      part: (part) => turning.part(part, bound, isOlder),
      text: (text) => turning.text(text, bound, isOlder),
    };
  };
  const inputOf = (input: Json) => mapParts(input, secrets.input, how("input").part);
  const outcomeOf = <O extends OutcomeRecord>(outcome: O) => turnOutcome(outcome, secrets.output, how("output"));
  const { operation, dialogue } = record;
  return {
    ...record,
    input: inputOf(record.input),
    approval: record.approval && {
      ...record.approval,
      decisions: record.approval.decisions.map((decision) =>
        decision.edits ? { ...decision, edits: how("edits").part(decision.edits) as typeof decision.edits } : decision,
      ),
      ...(record.approval.edited === undefined ? {} : { edited: inputOf(record.approval.edited) }),
      ...(record.approval.original === undefined ? {} : { original: inputOf(record.approval.original) }),
    },
    outcome: record.outcome && outcomeOf(record.outcome),
    ...(dialogue && secrets.answers
      ? { dialogue: { ...dialogue, answers: answersWith(dialogue.answers, secrets.answers, how("answer")) } }
      : {}),
    ...(operation?.held ? { operation: { ...operation, held: outcomeOf(operation.held) } } : {}),
  };
}

interface BoundTurn {
  part(part: Json): Json;
  text(text: string): string;
}

function answersWith(
  answers: { readonly [question: string]: Json },
  secrets: { readonly [question: string]: readonly string[] },
  how: BoundTurn,
): { readonly [question: string]: Json } {
  return Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => {
      return [question, mapParts(answer, secrets[question] ?? [], how.part)];
    }),
  );
}

function turnOutcome<O extends OutcomeRecord>(outcome: O, output: readonly string[], how: BoundTurn): O {
  switch (outcome.kind) {
    case "succeeded":
      return { ...outcome, output: mapParts(outcome.output, output, how.part) };
    case "unreported":
      // What the body returned did not fit its schema, so nobody knows where in it a secret may be.
      // A tombstone has nothing left to seal.
      return outcome.raw === "" ? outcome : { ...outcome, raw: how.text(outcome.raw) };
    case "failed":
    case "unknown":
      return outcome;
  }
}
