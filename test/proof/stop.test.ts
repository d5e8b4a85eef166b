import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";
import { type Ended, type Job, runWorker, type Source } from "./kill/run-worker.js";
import { type Counter, startCounter } from "./kill/start-counter.js";

const timeoutMs = 300;
const leaseMs = timeoutMs + 2 * 50;

const folder = mkdtempSync(join(tmpdir(), "toolwright-stop-"));
let counter: Counter;
let server: PostgresServer;
beforeAll(async () => {
  [counter, server] = await Promise.all([startCounter(), startPostgres()]);
});
afterAll(async () => {
  counter.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ledgers: readonly { readonly name: string; readonly open: (name: string) => Promise<Source> }[] = [
  { name: "SQLite", open: async (name) => ({ sqlite: join(folder, `${name}.db`) }) },
  {
    name: "PostgreSQL",
    async open(name) {
      const schema = name.replaceAll("-", "_");
      await server.pool(schema);
      const { port, password } = server;
      const options = `-c search_path=${schema}`;
      return { postgres: { host: "127.0.0.1", port, password, user: "postgres", database: "postgres", options } };
    },
  },
];

describe.each(ledgers)("a worker that is stopped past its lease and then goes on, on $name", ({ name, open }) => {
  /** The stopped worker's end, what the one that recovered said meanwhile, and how it stands after all. */
  async function stopped(effect: Job["effect"], stopAt: string) {
    const callId = `${name.toLowerCase()} ${effect} ${stopAt}`.replaceAll(" ", "-");
    const job: Job = {
      ledger: await open(callId),
      effect,
      calls: [callId],
      port: counter.port,
      killAt: 0,
      aheadMs: 0,
    };
    let zombie: Promise<Ended> | undefined;
    const child = await new Promise<ChildProcess>((resolve, reject) => {
      zombie = runWorker({ ...job, stopAt, timeoutMs }, (process, { stopping }) => stopping && resolve(process));
      zombie.catch(reject);
    });
    await sleep(leaseMs + 100);
    const meanwhile = await runWorker({ ...job, aheadMs: 1 });
    child.kill("SIGCONT");
    const ended = (await zombie) as Ended;
    const after = await runWorker({ ...job, aheadMs: 1 });
    const effects = (await counter.effects()).filter(({ call }) => call === callId);
    return {
      zombie: resultOf(ended),
      meanwhile: resultOf(meanwhile),
      after: resultOf(after),
      requests: effects.length,
      keys: new Set(effects.map(({ key }) => key)).size,
    };
  }

  it("once, stopped after its effect: in doubt meanwhile, and its late truth is welcome", async () => {
    expect(await stopped("once", "after effect")).toMatchObject({
      meanwhile: { status: "in_doubt" },
      zombie: { status: "succeeded" },
      after: { status: "succeeded" },
      requests: 1,
    });
  });

  it("once, stopped before its effect: it happens late, and only once", async () => {
    const { meanwhile, requests } = await stopped("once", "before effect");
    expect(meanwhile).toMatchObject({ status: "in_doubt" });
    expect(requests).toBe(1);
  });

  it("keyed: run again meanwhile, the zombie's write is refused, and the far side knows its key", async () => {
    expect(await stopped("keyed", "before effect")).toMatchObject({
      meanwhile: { status: "succeeded" },
      zombie: { threw: "StaleTicketError" },
      after: { status: "succeeded" },
      requests: 2,
      keys: 1,
    });
  });

  it("reconcilable, stopped after its effect: found out meanwhile, and the zombie's write is refused", async () => {
    expect(await stopped("reconcilable", "after effect")).toMatchObject({
      meanwhile: { status: "succeeded" },
      zombie: { threw: "StaleTicketError" },
      after: { status: "succeeded" },
      requests: 1,
    });
  });

  it("what fencing cannot exclude: a reconcile that speaks for a worker that was only stopped", async () => {
    // This reconcile says "cannot happen any more" though it cannot know: then it happens twice, and the ledger is right.
    expect(await stopped("reconcilable", "before effect")).toMatchObject({
      meanwhile: { status: "succeeded" },
      zombie: { threw: "StaleTicketError" },
      requests: 2,
      keys: 1,
    });
  });
});

function resultOf({ said }: Ended) {
  return said.find(({ result }) => result)?.result;
}
