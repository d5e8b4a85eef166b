import { createExecutor, type Executor, type Ledger } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { type Catalog, registry } from "{{out}}/registry.js";
import { saveNote } from "./tools/save-note.js";

/** Links every tool to a ledger: a file, unless a test hands in another. */
export function openExecutor(ledger: Ledger<"durable"> = sqliteLedger(".toolwright/ledger.db")): Executor<Catalog> {
  return createExecutor(registry, {
    tools: {
      save_note: saveNote,
    },
    ledger,
    singleTenant: true,
  });
}
