import { refund } from "../cases/refund.mjs";

/** DBOS: a workflow of one step, the smallest thing it makes durable. */
export async function dbos(url) {
  const { DBOS } = await import("@dbos-inc/dbos-sdk");
  DBOS.setConfig({
    name: "bench",
    systemDatabaseUrl: url,
    systemDatabasePoolSize: 20,
    logLevel: "error",
    runAdminServer: false,
  });
  const workflow = DBOS.registerWorkflow((input) => DBOS.runStep(() => refund(input), { name: "refund" }), {
    name: "refund_payment",
  });
  await DBOS.launch();
  return { call: (input) => workflow(input), close: () => DBOS.shutdown() };
}
