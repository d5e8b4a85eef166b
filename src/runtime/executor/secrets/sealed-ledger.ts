import type { ExecutionRecord, OutcomeRecord } from "../../ledger/execution-record.js";
import type { Change, ExecutionDraft, Ledger } from "../../ledger/ledger.js";
import type { Json } from "../../tool/json.js";
import type { ToolPolicy } from "../../tool/policy.js";
import { mapParts } from "./map-parts.js";
import { type StoreSecrets, sealedStores, sealedWrite } from "./sealed-stores.js";
import type { Vault } from "./vault.js";

/** A ledger that keeps declared secrets sealed: what is written is sealed, what is read is opened again. */
export function sealedLedger(
  ledger: Ledger,
  policies: ReadonlyMap<string, ToolPolicy>,
  storeSecrets: StoreSecrets,
  vault: Vault,
): Ledger {
  const sealing: Turn = {
    part: vault.seal,
    text: (text, bound) => JSON.stringify(vault.seal(text, bound)),
  };
  const opening: Turn = {
    part: vault.unseal,
    text: (text, bound) => String(vault.unseal(JSON.parse(text), bound)),
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
    stores: sealedStores(ledger.stores, storeSecrets, vault),
    changed: (key, generation, revision, signal) => ledger.changed(key, generation, revision, signal),
    trail: (key) => ledger.trail(key),
    now: () => ledger.now(),
    close: () => ledger.close(),
    async look(call, key) {
      const sight = await ledger.look(call, key);
      return { ...sight, execution: openAny(sight.execution) };
    },
    write: (change) => ledger.write(sealChange(change)),
    lapsed: async (limit) => (await ledger.lapsed(limit)).map(open),
    byApproval: async (id) => openAny(await ledger.byApproval(id)),
    list: async (query) => (await ledger.list(query)).map(open),
  };
}

interface Turn {
  part(part: Json, bound: string): Json;
  text(text: string, bound: string): string;
}

function turn<R extends ExecutionDraft>(record: R, policy: ToolPolicy | undefined, how: Turn): R {
  const secrets = policy?.secrets;
  if (!secrets) return record;
  // Bound to tenant and tool, so that a sealed part copied to another record does not open there.
  const bound = (part: string) => JSON.stringify([record.tenant, record.tool, part]);
  const inputOf = (input: Json) => mapParts(input, secrets.input, (part) => how.part(part, bound("input")));
  const outcomeOf = <O extends OutcomeRecord>(outcome: O) => turnOutcome(outcome, secrets.output, how, bound("output"));
  const { operation, dialogue } = record;
  return {
    ...record,
    input: inputOf(record.input),
    approval: record.approval && {
      ...record.approval,
      decisions: record.approval.decisions.map((decision) =>
        decision.edits
          ? { ...decision, edits: how.part(decision.edits, bound("edits")) as typeof decision.edits }
          : decision,
      ),
      ...(record.approval.edited === undefined ? {} : { edited: inputOf(record.approval.edited) }),
      ...(record.approval.original === undefined ? {} : { original: inputOf(record.approval.original) }),
    },
    outcome: record.outcome && outcomeOf(record.outcome),
    ...(dialogue && secrets.answers
      ? { dialogue: { ...dialogue, answers: answersWith(dialogue.answers, secrets.answers, how, bound("answer")) } }
      : {}),
    ...(operation?.held ? { operation: { ...operation, held: outcomeOf(operation.held) } } : {}),
  };
}

function answersWith(
  answers: { readonly [question: string]: Json },
  secrets: { readonly [question: string]: readonly string[] },
  how: Turn,
  bound: string,
): { readonly [question: string]: Json } {
  return Object.fromEntries(
    Object.entries(answers).map(([question, answer]) => {
      return [question, mapParts(answer, secrets[question] ?? [], (part) => how.part(part, bound))];
    }),
  );
}

function turnOutcome<O extends OutcomeRecord>(outcome: O, output: readonly string[], how: Turn, bound: string): O {
  switch (outcome.kind) {
    case "succeeded":
      return { ...outcome, output: mapParts(outcome.output, output, (part) => how.part(part, bound)) };
    case "unreported":
      // What the body returned did not fit its schema, so nobody knows where in it a secret may be.
      // A tombstone has nothing left to seal.
      return outcome.raw === "" ? outcome : { ...outcome, raw: how.text(outcome.raw, bound) };
    case "failed":
    case "unknown":
      return outcome;
  }
}
