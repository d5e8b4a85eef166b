// Makes one call and asks before every step; whoever started it may kill it instead of answering.
import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import pg from "pg";

const { backend, policy, callId } = JSON.parse(process.argv[2]);

const waiting = [];
process.on("message", () => waiting.shift()?.());
process.on("disconnect", () => process.exit(1));
const step = (name, more = {}) =>
  new Promise((resolve) => {
    waiting.push(resolve);
    process.send({ step: name, ...more });
  });

class Work extends TypedTool {
  policy = policy;
  contract = contract;
}
const anything = () => ({ ok: true });
const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything });

const real =
  backend.kind === "sqlite" ? sqliteLedger(backend.path) : postgresLedger(new pg.Pool({ ...backend.pool, max: 3 }));
const ledger = {
  ...real,
  async look(...asked) {
    await step("before a look");
    const sight = await real.look(...asked);
    await step("after a look");
    return sight;
  },
  async write(change) {
    await step("before a write");
    const written = await real.write(change);
    await step("after a write");
    return written;
  },
};

const executor = createExecutor(
  defineRegistry(1, {
    tools: { work: { policy, contract } },
    stores: { ledger: { name: "ledger", scope: "tenant", ttlMs: null, contract: async () => ({ value: anything }) } },
    states: {},
  }),
  {
    tools: {
      work: new Work({
        async run(_input, { idempotencyKey, stores }) {
          await step("before the effect");
          await step("in the effect", { effect: idempotencyKey });
          await stores.ledger.put(callId, { done: true });
          await step("after the effect");
          return { did: callId };
        },
        reconcile: async () => "unknown",
      }),
    },
    ledger,
    stores: "ledger",
    approvals: {},
  },
);

const context = { tenant: "shop", user: "ada", thread: "t", callId };
const result = await executor.execute("work", { n: 1 }, context).catch((error) => ({ threw: error.name }));
await step("told", { result });
process.exit(0);
