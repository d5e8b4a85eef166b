import { fork } from "node:child_process";
import { join } from "node:path";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { compare } from "../harness/compare.mjs";
import { figure } from "../harness/figure.mjs";
import { withPostgres } from "../harness/postgres.mjs";
import { percentile } from "../harness/statistics.mjs";
import { throughput } from "../harness/throughput.mjs";
import { dbos } from "../peers/dbos.mjs";
import { langgraph } from "../peers/langgraph.mjs";
import { powertools } from "../peers/powertools.mjs";
import { rawPostgres } from "../peers/raw-postgres.mjs";
import { restate } from "../peers/restate.mjs";
import { callRefund, inputOf, refund, refundExecutor } from "./refund.mjs";

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
    const closers = [];
    const late = { ours: [], batched: [] };
    let used = 0;
    const contestant = (key, role, open) => {
      let opened;
      let isWarm = false;
      return {
        name: names[key],
        role,
        async run() {
          opened ??= open();
          const { call, close } = await opened;
          if (close && !closers.includes(close)) closers.push(close);
          const latencies = [];
          const from = used;
          // Everybody's first round is longer and not counted: a service has run for a while.
          const rate = await throughput((n) => call(from + n), { callers, ms: isWarm ? ms : warmMs, latencies });
          isWarm = true;
          used += latencies.length + callers;
          late[key]?.push(percentile(latencies, 0.99));
          return rate;
        },
      };
    };
    const database = async (name, max) => {
      await server.create(name);
      return server.pool(name, max);
    };
    const onRaw = (name, kind) => async () => {
      const steps = (await rawPostgres(await database(name, 20)))[kind];
      return {
        async call(n) {
          const input = inputOf(n);
          await steps.claim(`work:${n}`, JSON.stringify(input));
          await steps.settle(`work:${n}`, JSON.stringify(await refund(input)));
        },
      };
    };
    const onPeer = (name, open) => async () => {
      const { call, close } = await open(name);
      return { call: (n) => call(inputOf(n)), close };
    };
    const peers = await compare(
      [
        contestant("ours", "ours", async () => {
          const executor = refundExecutor(postgresLedger(await database("ours", 6)));
          return { call: (n) => callRefund(executor, n), close: () => executor.close() };
        }),
        contestant("batched", "floor", onRaw("batched", "batched")),
        contestant("single", "floor", onRaw("single", "single")),
        contestant("dbos", "peer", onPeer("dbos", async (name) => {
          await server.create(name);
          return dbos(server.url(name));
        })),
        contestant("powertools", "peer", onPeer("powertools", async (name) => powertools(await database(name, 20)))),
        contestant("langgraph", "peer", onPeer("langgraph", async (name) => langgraph(await database(name, 20)))),
        contestant("restate", "peer", onPeer("restate", (name) => restate(join(server.folder, name)))),
      ],
      { rounds, budgetMs, unit: "calls/s", say: (line) => say(`64 callers, ${line}`) },
    );
    // The warm-up round is not part of it.
    const tails = [
      ["ours", names.ours],
      ["batched", names.batched],
    ].map(([key, name]) => ({ name, samples: late[key].slice(1) }));
    const { measures } = peers;
    for (const close of closers) await close();

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
        work: "One refund_payment a call: a durable claim before the body, a durable outcome after it; synchronous_commit=on, server on the same machine.",
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
