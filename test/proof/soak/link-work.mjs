import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";

const policy = {
  ...{ name: "work", title: "Work", description: "Does the work.", specDigest: "digest-1", effect: "keyed", key: null },
  ...{ retry: null, recover: { withinMs: 900_000, afterMs: 1_000 }, timeoutMs: 30_000, approval: "never", errors: {} },
  ...{ stores: {}, trust: "verified", env: [], outputLimitBytes: 65_536 },
};
const anything = () => ({ ok: true });
const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything });

class Work extends TypedTool {
  policy = policy;
  contract = contract;
}

/** One tool that does next to nothing, on the given ledger. */
export function linkWork(ledger) {
  const work = new Work(async (_input, { idempotencyKey }) => idempotencyKey);
  const executor = createExecutor(defineRegistry(1, { tools: { work: { policy, contract } }, stores: {}, states: {} }), {
    tools: { work },
    ledger,
    notice: () => {},
  });
  const context = { tenant: "shop", user: "ada", thread: "t1" };
  return {
    execute: (callId) => executor.execute("work", { n: 1 }, { ...context, callId }),
    close: () => executor.close(),
  };
}
