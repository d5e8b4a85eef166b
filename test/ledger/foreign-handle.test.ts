import { join } from "node:path";
import { ledgerLaws } from "@toolwright/runtime/laws";
import { type SqliteHandle, sqliteLedger } from "@toolwright/runtime/sqlite";
import { describe, test } from "vitest";
import { scratchFolder } from "../scratch-folder.js";
import { openHandle } from "./open-handle.js";

/** Takes what better-sqlite3 takes, which reads `?1` as a name. (It has to be compiled, so it is not installed here.) */
function pickyHandle(path: string): SqliteHandle {
  const handle = openHandle(path);
  return {
    exec: (sql) => handle.exec(sql),
    close: () => handle.close(),
    prepare(sql) {
      if (/\?\d/.test(sql)) throw new RangeError("Too many parameter values were provided");
      return handle.prepare(sql);
    },
  };
}

describe("a ledger on a handle that takes no numbered parameters", () => {
  for (const law of ledgerLaws)
    test(law.name, async () => {
      const file = join(scratchFolder(), "ledger.db");
      await law.run(async ({ clock }) => sqliteLedger(pickyHandle(file), { clock }));
    });
});
