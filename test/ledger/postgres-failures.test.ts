import { LedgerUnavailableError } from "@toolwright/runtime";
import { type PostgresClient, postgresLedger } from "@toolwright/runtime/postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, linkOne } from "../executor/one-tool.js";
import { claimOf } from "./claim-of.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let schemas = 0;
const fresh = () => `failures_${schemas++}`;

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerUnavailableError);
  return (error as Error).message;
}

/** A client that loses some answers. */
function meddled(client: PostgresClient, meddle: (text: string, ask: () => Promise<unknown>) => Promise<unknown>) {
  return {
    query: (text: string, values?: unknown[]) =>
      meddle(text, () => client.query(text, values)) as ReturnType<PostgresClient["query"]>,
  };
}

const isWrite = (text: string) => text.includes("INSERT INTO toolwright") || text.includes("UPDATE toolwright");
const cut = () => new Error("Connection terminated unexpectedly");

describe("a statement without an answer", () => {
  test("that did happen is found out, and counted once", async () => {
    let lost = 1;
    const pool = await server.pool(fresh());
    const ledger = postgresLedger(
      meddled(pool, async (text, ask) => {
        const answer = await ask();
        if (isWrite(text) && !text.includes("DO $migrate$") && lost-- > 0) throw cut();
        return answer;
      }),
    );
    const claims = ["a", "b", "c"].map((key) => claimOf(key));
    const written = await Promise.all(claims.map((claim) => ledger.write(claim)));
    expect(written.map(({ kind }) => kind)).toEqual(["written", "written", "written"]);
    for (const { call } of claims) {
      expect((await ledger.look(call, call.key)).execution?.revision).toBe(1);
      expect(await ledger.trail(call.key)).toHaveLength(1);
    }
    await ledger.close();
  });

  test("that goes on in the server while it is asked again is still written once", async () => {
    let lost = 1;
    const pool = await server.pool(fresh());
    const late: Promise<unknown>[] = [];
    const ledger = postgresLedger(
      meddled(pool, async (text, ask) => {
        if (!isWrite(text) || text.includes("DO $migrate$") || lost-- <= 0) return ask();
        late.push(new Promise((resolve) => setTimeout(resolve, 30)).then(ask));
        throw cut();
      }),
    );
    const claim = claimOf("a");
    expect((await ledger.write(claim)).kind).toBe("written");
    await Promise.all(late);
    expect(await ledger.trail("a")).toHaveLength(1);
    expect((await ledger.look(claim.call, "a")).execution?.revision).toBe(1);
    await ledger.close();
  });

  test("that nobody can find out about is told as such", async () => {
    let isCut = false;
    const pool = await server.pool(fresh());
    const ledger = postgresLedger(
      meddled(pool, async (_text, ask) => {
        if (isCut) throw cut();
        return ask();
      }),
      { patienceMs: 50 },
    );
    await ledger.write(claimOf("a"));
    isCut = true;
    expect(await refusal(ledger.write(claimOf("b")))).toContain("could not be reached or went away");
    expect(await refusal(ledger.look(claimOf("a").call, "a"))).toContain("could not be reached or went away");
    const address = { store: "s", partition: "p" };
    const put = { kind: "put", address, key: "k", value: 1, ttlMs: null, expects: 0 } as const;
    expect(await refusal(ledger.stores.write([put]))).toContain("it may have happened");
    isCut = false;
    expect((await ledger.write(claimOf("b"))).kind).toBe("written");
    await ledger.close();
  });
});

describe("a server that is treated badly", () => {
  test("loses nothing it acknowledged, though it crashes and its connections are cut", {
    timeout: 90_000,
  }, async () => {
    const schema = fresh();
    const ledger = postgresLedger(await server.pool(schema), { patienceMs: 30_000 });
    const saboteur = await server.pool(schema, { max: 1 });
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const work = async (lane: number) => {
      for (let at = 0; !isOver; at++) {
        const key = `${lane}-${at}`;
        const claim = claimOf(key);
        const first = await ledger.write(claim);
        expect(first.kind).toBe("written");
        acknowledged.set(key, 1);
        const next = {
          ...claim.execution.next,
          writeId: `${key}-settled`,
          status: "succeeded",
          leaseMs: null,
        } as const;
        const trail = [{ key, generation: 1, callId: key, kind: "settled", detail: null } as const];
        expect((await ledger.write({ execution: { expects: 1, next }, trail })).kind).toBe("written");
        acknowledged.set(key, 2);
      }
    };
    const sabotage = async () => {
      for (let round = 0; round < 6; round++) {
        await new Promise((resolve) => setTimeout(resolve, 150));
        if (round === 3) await server.crash();
        else
          await saboteur
            .query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'",
            )
            .catch(() => {});
      }
      isOver = true;
    };
    await Promise.all([sabotage(), ...Array.from({ length: 16 }, (_, lane) => work(lane))]);
    expect(acknowledged.size).toBeGreaterThan(16);
    const other = postgresLedger(await server.pool(schema));
    for (const [key, revision] of acknowledged) {
      expect((await other.look(claimOf(key).call, key)).execution?.revision).toBe(revision);
      expect(await other.trail(key)).toHaveLength(revision);
    }
    await ledger.close();
    await other.close();
  });

  test("a read-only server: looks go on, writes do not", async () => {
    const schema = fresh();
    const writer = postgresLedger(await server.pool(schema));
    await writer.write(claimOf("a"));
    const ledger = postgresLedger(
      await server.pool(schema, { options: `-c search_path=${schema} -c default_transaction_read_only=on` }),
    );
    expect(await refusal(ledger.write(claimOf("b")))).toContain("connect to the primary");
    expect((await ledger.look(claimOf("a").call, "a")).execution?.status).toBe("running");
    await writer.close();
    await ledger.close();
  });

  test("a server that is not there", async () => {
    const pool = await server.pool(fresh(), { port: 1 });
    const ledger = postgresLedger(pool, { patienceMs: 20 });
    expect(await refusal(ledger.write(claimOf("a")))).toContain("could not be reached");
  });

  test("a ledger of newer code", async () => {
    const pool = await server.pool(fresh());
    await postgresLedger(pool).write(claimOf("a"));
    await pool.query("INSERT INTO toolwright_schema VALUES (1000, 1)");
    expect((await postgresLedger(pool).look(claimOf("a").call, "a")).execution).not.toBeNull();
    await pool.query("UPDATE toolwright_schema SET least_code = 1000 WHERE version = 1000");
    expect(await refusal(postgresLedger(pool).write(claimOf("b")))).toContain("upgrade @toolwright/runtime");
  });
});

test("one wrong letter in a recorded outcome is told, not handed out, and nothing is run", async () => {
  const pool = await server.pool(fresh());
  let runs = 0;
  const executor = linkOne({ ledger: postgresLedger(pool), run: async () => `paid ${++runs}` });
  for (const call of ["c1", "c2"]) await executor.execute("work", { n: 1 }, as(call));
  const spoilt = await pool.query(
    "UPDATE toolwright_executions SET record = replace(record, 'paid 1', 'paid 7') WHERE key LIKE '%c1%' RETURNING 1",
  );
  expect(spoilt.rows).toHaveLength(1);
  expect(await refusal(executor.execute("work", { n: 1 }, as("c1")))).toContain("is damaged");
  expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: "paid 2", replayed: true });
  expect(runs).toBe(2);
  await executor.close();
});

test("many processes that start on an empty database set it up once", async () => {
  const schema = fresh();
  const ledgers = await Promise.all(Array.from({ length: 6 }, async () => postgresLedger(await server.pool(schema))));
  const answers = await Promise.all(ledgers.map((ledger, at) => ledger.write(claimOf(`key-${at}`))));
  expect(answers.every(({ kind }) => kind === "written")).toBe(true);
  for (const ledger of ledgers) await ledger.close();
});

test("a client that hands out no connections, as behind a transaction pooler, still wakes those who wait", async () => {
  const schema = fresh();
  const pool = await server.pool(schema);
  const ledger = postgresLedger({ query: (text, values) => pool.query(text, values) });
  const other = postgresLedger(await server.pool(schema));
  const claim = claimOf("a");
  await ledger.write(claim);
  const signal = AbortSignal.timeout(10_000);
  const waiting = ledger.changed("a", 1, 1, signal);
  const next = { ...claim.execution.next, writeId: "second" };
  await other.write({ execution: { expects: 1, next } });
  await waiting;
  expect(signal.aborted).toBe(false);
  await ledger.close();
  await other.close();
});

test("where prepared statements get lost, as behind some poolers, it goes on without them", async () => {
  const pool = await server.pool(fresh());
  const forgetful = {
    connect: async () => undefined,
    async query(text: string, values?: unknown[]) {
      if (typeof text !== "string") throw Object.assign(new Error("no such prepared statement"), { code: "26000" });
      return pool.query(text, values);
    },
  };
  const ledger = postgresLedger(forgetful);
  const written = await Promise.all(["a", "b"].map((key) => ledger.write(claimOf(key))));
  expect(written.map(({ kind }) => kind)).toEqual(["written", "written"]);
  expect(await ledger.trail("a")).toHaveLength(1);
  await ledger.close();
});

test("a pool of one connection keeps it for questions", async () => {
  const schema = fresh();
  const ledger = postgresLedger(await server.pool(schema, { max: 1 }));
  const claim = claimOf("a");
  await ledger.write(claim);
  const waiting = ledger.changed("a", 1, 1, AbortSignal.timeout(10_000));
  await ledger.write({ execution: { expects: 1, next: { ...claim.execution.next, writeId: "2" } } });
  await waiting;
  await ledger.close();
});

test("work that somebody waits for sends a notice, other work sends none", async () => {
  const schema = fresh();
  const listener = await (await server.pool(schema)).connect();
  const notices: unknown[] = [];
  listener.on("notification", ({ payload }) => notices.push(payload));
  await listener.query("LISTEN toolwright");
  const [one, other] = [postgresLedger(await server.pool(schema)), postgresLedger(await server.pool(schema))];
  const claim = claimOf("a");
  await one.write(claim);
  await other.write({ execution: { expects: 1, next: { ...claim.execution.next, writeId: "2" } } });
  await listener.query("SELECT 1");
  expect(notices).toHaveLength(0);
  const waiting = one.changed("a", 1, 2, AbortSignal.timeout(10_000));
  await new Promise((resolve) => setTimeout(resolve, 400));
  await other.write({ execution: { expects: 2, next: { ...claim.execution.next, writeId: "3" } } });
  await waiting;
  await listener.query("SELECT 1");
  expect(notices).toHaveLength(2);
  listener.release(true);
  await one.close();
  await other.close();
});

test("batches of two processes that want the same rows never deadlock for good", { timeout: 60_000 }, async () => {
  const schema = fresh();
  const ledgers = await Promise.all([1, 2, 3].map(async () => postgresLedger(await server.pool(schema))));
  const keys = Array.from({ length: 60 }, (_, at) => `key-${at}`);
  const shuffled = () => keys.toSorted(() => Math.random() - 0.5);
  const claims = await Promise.all(
    ledgers.flatMap((ledger) => shuffled().map(async (key) => (await ledger.write(claimOf(key))).kind)),
  );
  expect(claims.filter((kind) => kind === "written")).toHaveLength(keys.length);
  for (let revision = 1; revision <= 5; revision++) {
    const settles = await Promise.all(
      ledgers.flatMap((ledger) =>
        shuffled().map(async (key) => {
          const { next } = claimOf(key).execution;
          return (await ledger.write({ execution: { expects: revision, next } })).kind;
        }),
      ),
    );
    expect(settles.filter((kind) => kind === "written")).toHaveLength(keys.length);
  }
  for (const ledger of ledgers) await ledger.close();
});
