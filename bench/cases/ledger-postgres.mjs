import { fork } from "node:child_process";
import { join } from "node:path";
import { compare } from "../harness/compare.mjs";
import { withContestants } from "../harness/contestants.mjs";
import { figure } from "../harness/figure.mjs";
import { withPostgres } from "../harness/postgres.mjs";

const callers = 64;
const names = {
  ours: "Toolwright on PostgreSQL",
  batched: "raw batched (unnest)",
  single: "raw, one statement a step",
  dbos: "DBOS, one step",
  powertools: "Powertools idempotency on pg",
  langgraph: "LangGraph ToolNode + PostgresSaver",
  restate: "Restate, one ctx.run",
};

/** What a durable call costs where many machines share one ledger. */
export function ledgerPostgres({ quick, say }) {
  return withPostgres(async (server) => {
    const [ms, rounds, warmMs, budgetMs] = quick ? [400, 2, 1_000, 18_000] : [1_500, 6, 4_000, 100_000];
    const late = { ours: [], batched: [] };
    const peers = await withContestants((open) => {
      const contestant = (key, role, given = async () => ({ url: await database(key) })) => {
        let asking;
        let isWarm = false;
        return {
          name: names[key],
          role,
          async run() {
            asking ??= given().then((place) => open("postgres", key, place));
            // Everybody's first round is longer and not counted: a service has run for a while.
            const { rate, p99 } = await (await asking)({ callers, ms: isWarm ? ms : warmMs });
            if (!isWarm) await analyse(key);
            isWarm = true;
            late[key]?.push(p99);
            return rate;
          },
        };
      };
      const databases = new Set();
      const database = async (name) => {
        await server.create(name);
        databases.add(name);
        return server.url(name);
      };
      // The server does so by itself sooner or later; plans made for an empty table would decide until then.
      const analyse = (name) => databases.has(name) && server.pool(name, 1).query("ANALYZE");
      return compare(
        [
          contestant("ours", "ours"),
          contestant("batched", "floor"),
          contestant("single", "floor"),
          contestant("dbos", "peer"),
          contestant("powertools", "peer"),
          contestant("langgraph", "peer"),
          contestant("restate", "peer", async () => ({ folder: join(server.folder, "restate") })),
        ],
        { rounds, budgetMs, unit: "calls/s", say: (line) => say(`64 callers, ${line}`) },
      );
    });
    // The warm-up round is not part of it.
    const tails = [
      ["ours", names.ours],
      ["batched", names.batched],
    ].map(([key, name]) => ({ name, samples: late[key].slice(1) }));
    const { measures } = peers;
    let used = 0;

    const scaling = await compare(
      [1, 4].map((workers) => ({
        name: `${workers} worker process${workers > 1 ? "es" : ""}`,
        role: "ours",
        run: async () => {
          const name = `workers_${used++}`;
          await server.create(name);
          return together(workers, server.url(name), quick ? 700 : 3_000);
        },
      })),
      { rounds: quick ? 1 : 4, budgetMs: 40_000, unit: "calls/s", warmUp: false, say: (line) => say(`worker processes, ${line}`) },
    );
    return [
      {
        id: "ledger-postgres-64",
        title: "PostgreSQL, 64 callers in one process",
        better: "more",
        work: "One refund_payment a call: a durable claim before the body, a durable outcome after it; synchronous_commit=on, server on the same machine. Everybody has a process and a database of their own.",
        unequal: [
          "Ours does all its gates, hashing and audit trail; the raw cases insert one narrow row and update it, and never look.",
          "DBOS, Powertools and LangGraph repeat a step whose worker died after the effect; ours asks the declared effect. DBOS writes workflow and step; LangGraph writes checkpoints of the whole conversation; Powertools writes one row twice.",
          "Restate keeps a log of its own in a server of its own and is called through it over HTTP, an idempotency key a call; it too repeats a step whose worker died, and answers another payload under the same key with the first result.",
          "Pools: ours 6 connections (2 lanes), peers and raw 20.",
        ],
        ...peers,
        figures: [
          figure("postgres/64-raw-batched", measures, names.ours, names.batched),
          figure("postgres/64-raw", measures, names.ours, names.single),
          figure("postgres/64-dbos", measures, names.ours, names.dbos),
          figure("postgres/64-powertools", measures, names.ours, names.powertools),
          figure("postgres/64-langgraph", measures, names.ours, names.langgraph),
          figure("postgres/64-restate", measures, names.ours, names.restate),
          figure("postgres/64-p99", tails, names.ours, names.batched),
        ],
      },
      {
        id: "ledger-postgres-workers",
        title: "PostgreSQL, worker processes",
        better: "more",
        work: "The same call by 1 and by 4 processes of 64 callers each; all their calls together.",
        unequal: ["Workers and server share this machine's cores, so the server gets less as workers get more."],
        ...scaling,
        figures: [figure("postgres/4-workers", scaling.measures, "4 worker processes", "1 worker process")],
      },
    ];
  });
}

async function together(workers, url, ms) {
  const file = new URL("../workers/postgres-worker.mjs", import.meta.url);
  const children = Array.from({ length: workers }, (_, at) =>
    fork(file, [url, String(ms), String(callers), String(at * 10_000_000)], { stdio: ["ignore", "ignore", "inherit", "ipc"] }),
  );
  const answer = (child) =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (status) => status !== 0 && reject(new Error(`a worker ended with ${status}`)));
    });
  try {
    await Promise.all(children.map(answer));
    const answers = children.map(answer);
    for (const child of children) child.send("go");
    return (await Promise.all(answers)).reduce((sum, { rate }) => sum + rate, 0);
  } finally {
    for (const child of children) child.kill();
  }
}
