import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LedgerUnavailableError } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, describe, expect, it } from "vitest";
import { as, type Body, linkOne, turnableClock } from "../executor/one-tool.js";
import { openHandle } from "../ledger/open-handle.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-trouble-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => join(folder, `ledger-${++files}.db`);

/** A body that counts its runs. */
function counting(output: unknown = "done") {
  const run: Body = async () => {
    counted.runs++;
    return output;
  };
  const counted = { runs: 0, run };
  return counted;
}

describe("a full disk", () => {
  const fill = (handle: ReturnType<typeof openHandle>) => handle.exec("PRAGMA max_page_count = 1");
  const free = (handle: ReturnType<typeof openHandle>) => handle.exec("PRAGMA max_page_count = 1000000");

  it("before the claim: told so, the body does not run, what was there is there, and later it works", async () => {
    const handle = openHandle(newFile());
    const body = counting();
    const executor = linkOne({ ledger: sqliteLedger(handle), run: body.run });
    await executor.execute("work", { n: 1 }, as("before"));
    fill(handle);
    const refused = await failures(10, (at) =>
      executor.execute("work", { n: 1, note: "x".repeat(9_000) }, as(`c${at}`)),
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const { error } of refused) expect(error).toBeInstanceOf(LedgerUnavailableError);
    expect(body.runs).toBe(1 + 10 - refused.length);
    free(handle);
    expect(await executor.execute("work", { n: 1 }, as("before"))).toMatchObject({ output: "done", replayed: true });
    for (const { at } of refused)
      expect(await executor.execute("work", { n: 1, note: "x".repeat(9_000) }, as(`c${at}`))).toMatchObject({
        status: "succeeded",
        replayed: false,
      });
    expect(body.runs).toBe(1 + 10);
  });

  it("after the effect: told so, and the call is in doubt rather than run again", async () => {
    const clock = turnableClock();
    const handle = openHandle(newFile());
    let runs = 0;
    const run: Body = async () => {
      runs++;
      fill(handle);
      return "x".repeat(60_000);
    };
    const executor = linkOne({ ledger: sqliteLedger(handle, { clock }), run });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    free(handle);
    clock.turn(60_000);
    expect(await executor.recover()).toMatchObject([{ callId: "c1", how: "doubt", status: "in_doubt" }]);
    expect(await executor.doubts.list()).toMatchObject([{ callId: "c1" }]);
    expect(runs).toBe(1);
  });
});

describe("a ledger that may only be read", () => {
  it("answers what it knows and runs nothing new", async () => {
    const handle = openHandle(newFile());
    const body = counting();
    const executor = linkOne({ ledger: sqliteLedger(handle), run: body.run });
    await executor.execute("work", { n: 1 }, as("c1"));
    handle.exec("PRAGMA query_only = ON");
    await expect(executor.execute("work", { n: 1 }, as("c2"))).rejects.toThrow(LedgerUnavailableError);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ replayed: true });
    expect(body.runs).toBe(1);
  });
});

describe("a damaged file", () => {
  /** A closed ledger with many outcomes, all of them of one letter. */
  async function filled() {
    const file = newFile();
    const executor = linkOne({ ledger: sqliteLedger(file), run: async ({ n }) => `${n}:${"a".repeat(500)}` });
    for (let n = 0; n < 40; n++) await executor.execute("work", { n }, as(`c${n}`));
    await executor.close();
    const handle = openHandle(file);
    handle.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    handle.close();
    return file;
  }

  it("with pages of rubbish: what is answered is right, everything else is told, and nothing is run again", async () => {
    const file = await filled();
    const pages = statSync(file).size / 4096;
    const handle = openSync(file, "r+");
    for (let page = 3; page < pages; page += 3) writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, page * 4096);
    closeSync(handle);
    const body = counting();
    const executor = linkOne({ ledger: sqliteLedger(file), run: body.run });
    const refused = await failures(40, async (n) => {
      const result = await executor.execute("work", { n }, as(`c${n}`));
      expect(result).toMatchObject({ output: `${n}:${"a".repeat(500)}`, replayed: true });
    });
    expect(refused.length).toBeGreaterThan(0);
    for (const { error } of refused) expect(error).toBeInstanceOf(LedgerUnavailableError);
    expect(body.runs).toBe(0);
  });

  it("with one wrong letter in a recorded outcome: told, not handed out", async () => {
    const file = await filled();
    const bytes = readFileSync(file);
    const at = bytes.indexOf("7:aaaa");
    const handle = openSync(file, "r+");
    writeSync(handle, "b", at + 10);
    closeSync(handle);
    const body = counting();
    const executor = linkOne({ ledger: sqliteLedger(file), run: body.run });
    const refused = await failures(40, async (n) => {
      const result = await executor.execute("work", { n }, as(`c${n}`));
      expect(result).toMatchObject({ output: `${n}:${"a".repeat(500)}`, replayed: true });
    });
    expect(refused).toHaveLength(1);
    expect(refused[0]?.error).toBeInstanceOf(LedgerUnavailableError);
    expect(body.runs).toBe(0);
  });
});

describe("a clock that jumps", () => {
  it.each([
    ["forward", 86_400_000],
    ["back", -86_400_000],
  ])("%s while the body runs: it happens once, and its outcome is kept", async (_way, jumpMs) => {
    const clock = turnableClock(1_800_000_000_000);
    const file = newFile();
    let runs = 0;
    const run: Body = async () => {
      runs++;
      clock.turn(jumpMs);
      await linkOne({ ledger: sqliteLedger(file, { clock }), run: async () => runs++ }).recover();
      return "done";
    };
    const executor = linkOne({ ledger: sqliteLedger(file, { clock }), run });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done" });
    clock.turn(-jumpMs);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done", replayed: true });
    expect(runs).toBe(1);
  });

  it("back after a crash: recovered once the lease is over by the clock that is", async () => {
    const clock = turnableClock(1_800_000_000_000);
    const file = newFile();
    let begun = 0;
    const hanging: Body = () => {
      begun++;
      return new Promise(() => {});
    };
    const policy = { effect: "keyed", timeoutMs: 600_000 } as const;
    void linkOne({ ledger: sqliteLedger(file, { clock }), policy, run: hanging }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => begun).toBe(1);
    clock.turn(-3_600_000);
    const executor = linkOne({ ledger: sqliteLedger(file, { clock }), policy, run: async () => "again" });
    expect(await executor.recover()).toEqual([]);
    clock.turn(3_600_000 + 601_000);
    expect(await executor.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
  });
});

/** The attempts that were refused, and how. */
async function failures(count: number, attempt: (at: number) => Promise<unknown>) {
  const refused: { readonly at: number; readonly error: unknown }[] = [];
  for (let at = 0; at < count; at++)
    await attempt(at).catch((error: unknown) => {
      if ((error as Error).name === "AssertionError") throw error;
      refused.push({ at, error });
    });
  return refused;
}
