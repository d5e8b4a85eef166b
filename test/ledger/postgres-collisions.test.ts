import { postgresLedger } from "@toolwright/runtime/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimOf } from "./claim-of.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const unseen = { address: { store: "switches", partition: "" }, key: "refund", version: 0 };
const many = Array.from({ length: 32 }, (_, at) => at);

test.each([
  { what: "the same keys", of: (at: number, who: string) => ({ key: `k${at}`, callId: `${who}-${at}` }) },
  { what: "the same names", of: (at: number, who: string) => ({ key: `${who}-${at}`, callId: `c${31 - at}` }) },
])("of whole batches that want $what at one moment, each change has one winner", async ({ what, of }) => {
  const pool = await server.pool(what.replaceAll(" ", "_"));
  const ledgers = { one: postgresLedger(pool), other: postgresLedger(pool) };
  for (let round = 0; round < 20; round++) {
    const claimed = async (who: "one" | "other") => {
      const written = await Promise.all([
        ...many.map((at) => {
          const { key, callId } = of(at, who);
          return ledgers[who].write({ ...claimOf(`${round}-${key}`, { callId: `${round}-${callId}` }), unseen });
        }),
        ledgers[who].write({ ...claimOf(`${round}-${who}-alone`), unseen }),
      ]);
      expect(written.pop()?.kind, "a neighbour").toBe("written");
      return written.map(({ kind }) => kind);
    };
    const [one, other] = await Promise.all([claimed("one"), claimed("other")]);
    for (const at of many) expect([one[at], other[at]].sort()).toEqual(["outrun", "written"]);
  }
  await Promise.all(Object.values(ledgers).map((ledger) => ledger.close()));
});
