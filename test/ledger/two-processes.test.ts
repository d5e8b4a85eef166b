import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "toolwright-processes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Claims every key it can, one after the other, and prints those it won. */
const claimer = `
  import { sqliteLedger } from "@toolwright/runtime/sqlite";
  const [path, name, count] = process.argv.slice(1);
  const ledger = sqliteLedger(path);
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
  process.stdout.write(JSON.stringify(won));
`;

function claim(path: string, name: string, count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, ["--input-type=module", "-e", claimer, path, name, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(text)) : reject(new Error(`ended with ${code}`))));
  });
}

test("processes that open one new file together share it, and each key goes to exactly one", {
  timeout: 60_000,
}, async () => {
  const path = join(folder, "made", "on the way", "ledger.db");
  const names = ["one", "two", "three"];
  const won = await Promise.all(names.map((name) => claim(path, name, 200)));
  const ledger = sqliteLedger(path);
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

test("a wait in one process is ended by a write in another", { timeout: 60_000 }, async () => {
  const path = join(folder, "wake.db");
  const ledger = sqliteLedger(path);
  try {
    const signal = AbortSignal.timeout(20_000);
    const waiting = ledger.changed("key-0", 1, 0, signal);
    await claim(path, "other", 1);
    await waiting;
    expect(signal.aborted).toBe(false);
  } finally {
    await ledger.close();
  }
});
