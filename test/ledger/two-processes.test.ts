import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ledger } from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-processes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Claims every key it can, one after the other, and prints those it won. */
const claimer = `
  import pg from "pg";
  import { postgresLedger } from "@toolwright/runtime/postgres";
  import { sqliteLedger } from "@toolwright/runtime/sqlite";
  const [place, name, count] = process.argv.slice(1);
  const { path, config } = JSON.parse(place);
  const pool = config && new pg.Pool(config);
  const ledger = path ? sqliteLedger(path) : postgresLedger(pool);
  const won = [];
  await Promise.all(Array.from({ length: 8 }, async (_, lane) => {
    for (let at = lane; at < Number(count); at += 8) {
      const key = "key-" + at;
      const next = { key, generation: 1, writeId: name + at, status: "running", tool: "refund", specDigest: "", effect: "once",
        tenant: "acme", user: null, thread: name, run: null, callId: key, trust: "trusted", payloadDigest: "", input: null,
        fence: 1, attempts: 1, claimedAtMs: 0, leaseMs: 1000, approval: null, outcome: null };
      const call = { tenant: "acme", thread: name, callId: key, tool: "refund", key, inputDigest: "", generation: 1 };
      const trail = [{ key, generation: 1, callId: key, kind: "claimed", detail: name }];
      if ((await ledger.write({ call, execution: { expects: 0, next }, trail })).kind === "written") won.push(key);
    }
  }));
  await ledger.close();
  await pool?.end();
  process.stdout.write(JSON.stringify(won));
`;

/** Where a ledger is, as another process is told it. */
type Place = { readonly path: string } | { readonly config: object };

function claim(place: Place, name: string, count: number): Promise<readonly string[]> {
  const args = ["--input-type=module", "-e", claimer, JSON.stringify(place), name, String(count)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`ended with ${code}`))));
  });
}

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

interface Backend {
  readonly name: string;
  place(name: string): Promise<Place>;
  open(name: string): Promise<Ledger>;
}

const pathOf = (name: string) => join(folder, "made", "on the way", `${name}.db`);
const backends: readonly Backend[] = [
  {
    name: "SQLite",
    place: async (name) => ({ path: pathOf(name) }),
    open: async (name) => sqliteLedger(pathOf(name)),
  },
  {
    name: "PostgreSQL",
    async place(name) {
      await server.pool(name);
      const { port, password } = server;
      const user = { host: "127.0.0.1", port, password, user: "postgres", database: "postgres" };
      return { config: { ...user, options: `-c search_path=${name}`, max: 4 } };
    },
    open: async (name) => postgresLedger(await server.pool(name)),
  },
];

describe.each(backends)("processes that share a ledger, on $name", ({ place, open }) => {
  test("and open a new one together: each key goes to exactly one", { timeout: 60_000 }, async () => {
    const names = ["one", "two", "three"];
    const shared = await place("claims");
    const won = await Promise.all(names.map((name) => claim(shared, name, 200)));
    const ledger = await open("claims");
    try {
      expect(won.flat().sort()).toEqual(Array.from({ length: 200 }, (_, at) => `key-${at}`).sort());
      for (const [at, name] of names.entries())
        for (const key of won[at] ?? []) {
          const { execution } = await ledger.look({ tenant: "acme", thread: name, callId: key }, key);
          expect(execution?.thread).toBe(name);
          expect((await ledger.trail(key)).map(({ detail }) => detail)).toEqual([name]);
        }
    } finally {
      await ledger.close();
    }
  });

  test("a wait in one is ended by a write in another", { timeout: 60_000 }, async () => {
    const shared = await place("wake");
    const ledger = await open("wake");
    try {
      const signal = AbortSignal.timeout(20_000);
      const waiting = ledger.changed("key-0", 1, 0, signal);
      await claim(shared, "other", 1);
      await waiting;
      expect(signal.aborted).toBe(false);
    } finally {
      await ledger.close();
    }
  });
});
