import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Json,
  memoryLedger,
  type StoreBackend,
  type StoreFilter,
  type StoreQuery,
  type StoreWrite,
} from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-model-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = fc.oneof(
  fc.constantFrom(
    "users",
    "users/1",
    "users/1/cards",
    "users/10",
    "users/1.",
    "",
    "\u0000",
    "\uD800",
    "\uFFFF",
    "\u{1F600}",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const scalars: fc.Arbitrary<Json> = fc.constantFrom(
  null,
  true,
  0,
  1,
  1.5,
  -1,
  "",
  "a",
  "b",
  "1",
  "\u0000",
  "\uFFFF",
  "\u{1F600}",
);
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "0", "__proto__"), tie("value"), { maxKeys: 3 }),
  ),
}));
const paths = fc.constantFrom("", "a", "b", "a.b", "a.0", "0", "__proto__", "a.length", "missing.a");
const { filter: filters } = fc.letrec<{ filter: StoreFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: "small" },
    fc.record({
      path: paths,
      op: fc.constantFrom("eq", "ne", "gt", "gte", "lt", "lte"),
      value: fc.oneof(scalars, values),
    }),
    fc.record({ and: fc.array(tie("filter"), { maxLength: 2 }) }),
    fc.record({ or: fc.array(tie("filter"), { maxLength: 2 }) }),
    fc.record({ not: tie("filter") }),
  ),
}));
const queries: fc.Arbitrary<StoreQuery> = fc.record(
  {
    within: fc.oneof(fc.constantFrom("users", "users/1", "users/1/"), keys),
    where: filters,
    limit: fc.nat(4),
    offset: fc.nat(4),
  },
  { requiredKeys: [] },
);

/** `expects` names a key whose version is looked up when the write is made, or a version nobody has. */
const writes = fc.record({
  kind: fc.constantFrom("put", "put", "delete"),
  key: keys,
  value: values,
  ttlMs: fc.constantFrom(null, null, 0, 5, 50),
  expects: fc.constantFrom("anything", "anything", "current", "nothing", "stale"),
});
const steps = fc.oneof(
  fc.record({ do: fc.constant("write"), batch: fc.array(writes, { maxLength: 4 }) }),
  fc.record({ do: fc.constant("search"), query: queries }),
  fc.record({ do: fc.constant("wait"), ms: fc.constantFrom(1, 5, 20) }),
);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const numRuns = process.env.TOOLWRIGHT_DEEP === "1" ? 3_000 : 150;

test("after any history, SQLite and PostgreSQL find what memory finds", { timeout: 1_800_000 }, async () => {
  let nowMs = 1_700_000_000_000;
  const clock = () => nowMs;
  const ledgers = [
    memoryLedger({ clock }),
    sqliteLedger(join(folder, "ledger.db"), { clock }),
    postgresLedger(await server.pool("model"), { clock }),
  ];
  const everywhere = async <T>(ask: (stores: StoreBackend) => Promise<T>) => {
    const [model, ...real] = await Promise.all(ledgers.map(({ stores }) => ask(stores)));
    for (const answer of real) expect(answer).toStrictEqual(model);
  };
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (history) => {
      const address = { store: "orders", partition: `run-${runs++}` };
      const searched = (query: StoreQuery) =>
        everywhere(async (stores) => {
          const { items, total } = await stores.search(address, query);
          // Versions may differ between backends: they only promise to rise.
          return { items: items.map(({ version: _, ...item }) => item), total };
        });
      for (const step of history) {
        if (step.do === "wait") nowMs += step.ms;
        else if (step.do === "search") await searched(step.query);
        else
          await everywhere(async (stores) => {
            const batch: StoreWrite[] = [];
            for (const { kind, key, value, ttlMs, expects: wish } of step.batch) {
              const current = (await stores.item(address, key))?.version ?? 0;
              const expects = { anything: null, current, nothing: 0, stale: 1_000_000 }[wish];
              batch.push(
                kind === "put"
                  ? { kind, address, key, value, ttlMs, expects }
                  : { kind: "delete", address, key, expects },
              );
            }
            return stores.write(batch);
          });
      }
      await searched({});
    }),
    { seed: 5, numRuns },
  );
  for (const ledger of ledgers) await ledger.close();
});
