import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Ledger, LedgerUnavailableError } from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { as, type Body, linkOne, turnableClock } from "../executor/one-tool.js";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";
import { mountSmallDisk, type SmallDisk } from "./small-disk.js";

const disks: SmallDisk[] = [];
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  for (const disk of disks) disk.remove();
  await server.stop();
});

function newDisk(skip: (condition: boolean, reason: string) => void): SmallDisk {
  const disk = mountSmallDisk(4);
  skip(typeof disk === "string", String(disk));
  disks.push(disk as SmallDisk);
  return disk as SmallDisk;
}

let tables = 0;
const backends = [
  { name: "SQLite", open: async (disk: SmallDisk, clock?: () => number) => onSqlite(disk, clock) },
  { name: "PostgreSQL", open: async (disk: SmallDisk, clock?: () => number) => onPostgres(disk, clock) },
] as const;

function onSqlite({ folder }: Pick<SmallDisk, "folder">, clock: () => number = Date.now): Ledger<"durable"> {
  return sqliteLedger(join(folder, "ledger.db"), { clock });
}

/** Its tables are on the small disk; its log is not, since a server whose log cannot be written ends itself. */
async function onPostgres({ folder }: SmallDisk, clock?: () => number): Promise<Ledger<"durable">> {
  const name = `small_${tables++}`;
  const home = join(folder, "tables");
  mkdirSync(home);
  execFileSync("chown", ["postgres", home]);
  await (await server.pool("public")).query(`CREATE TABLESPACE ${name} LOCATION '${home}'`);
  const pool = await server.pool(name, { options: `-c search_path=${name} -c default_tablespace=${name}` });
  return postgresLedger(pool, { patienceMs: 500, ...(clock ? { clock } : {}) });
}

const noise = (at: number) => `${at}:${"x".repeat(2_000)}${Math.sin(at)}`.repeat(4);

describe.each(backends)("a disk that is full indeed, under $name", ({ open }) => {
  it("before the claim: told so, the body does not run, what was acknowledged is there, and later it works", async ({
    skip,
  }) => {
    const disk = newDisk(skip);
    const runs = new Map<string, number>();
    const run: Body = async (_, { caller }) => {
      const { callId } = caller as unknown as { readonly callId: string };
      runs.set(callId, (runs.get(callId) ?? 0) + 1);
      return callId;
    };
    const executor = linkOne({ ledger: await open(disk), run });
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const call = (at: number) => executor.execute("work", { n: 1, note: noise(at) }, as(`c${at}`));
    for (let at = 0; at < 10; at++) await call(at).then(() => acknowledged.push(`c${at}`));
    disk.fill();
    for (let at = 10; at < 600 && refused.length < 5; at++)
      await call(at).then(
        () => acknowledged.push(`c${at}`),
        (error: unknown) => {
          expect(error).toBeInstanceOf(LedgerUnavailableError);
          expect((error as Error).message).toMatch(/disk is full/);
          refused.push(`c${at}`);
        },
      );
    expect(refused.length).toBe(5);
    disk.free();
    for (const callId of acknowledged) {
      const again = await executor.execute("work", { n: 1, note: noise(Number(callId.slice(1))) }, as(callId));
      expect(again).toMatchObject({ status: "succeeded", replayed: true });
    }
    expect(await call(1000)).toMatchObject({ status: "succeeded", replayed: false });
    // A call whose claim was refused has not run; one that was refused behind its claim is in doubt, and is not run again.
    const ends = await Promise.all(refused.map((id) => call(Number(id.slice(1)))));
    for (const { status, callId } of ends) {
      expect(["succeeded", "in_doubt"]).toContain(status);
      if (status === "succeeded") acknowledged.push(callId);
    }
    for (const callId of acknowledged) expect(runs.get(callId)).toBe(1);
    for (const callId of refused) expect(runs.get(callId) ?? 0).toBeLessThanOrEqual(1);
    await executor.close();
  });

  it("after the effect: told so, and in doubt rather than run again", async ({ skip }) => {
    const disk = newDisk(skip);
    const clock = turnableClock(1_800_000_000_000);
    let runs = 0;
    const run: Body = async () => {
      runs++;
      disk.fill();
      // Such as no compression makes small.
      return Array.from({ length: 4_000 }, (_, at) => Math.sin(at + 1).toString(36)).join("");
    };
    const executor = linkOne({ ledger: await open(disk, clock), run });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    disk.free();
    clock.turn(60_000);
    expect(await executor.recover()).toMatchObject([{ callId: "c1", how: "doubt", status: "in_doubt" }]);
    expect(runs).toBe(1);
    await executor.close();
  });
});

it("a file on a disk that may only be read: told so, and nothing runs; writable again, everything is there", async ({
  skip,
}) => {
  const disk = newDisk(skip);
  let runs = 0;
  const open = (folder: string) => linkOne({ ledger: onSqlite({ folder }), run: async () => ++runs });
  const first = open(disk.folder);
  await first.execute("work", { n: 1 }, as("c1"));
  await first.close();
  const locked = open(disk.readOnly());
  const refusal = locked.execute("work", { n: 1 }, as("c2"));
  await expect(refusal).rejects.toThrow(LedgerUnavailableError);
  await expect(refusal).rejects.toThrow(/read-only|readonly|cannot be (opened|written)/);
  await locked.close();
  expect(runs).toBe(1);
  const again = open(disk.folder);
  expect(await again.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
  expect(await again.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: 2, replayed: false });
  await again.close();
});
