import { createExecutor } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { registry } from "./generated/registry.js";
import { SendNoteTool } from "./generated/tools/send-note.js";

const executor = createExecutor(registry, {
  tools: { send_note: new SendNoteTool(async ({ to }) => ({ sentTo: to })) },
  ledger: sqliteLedger("commonjs.db"),
  singleTenant: true,
});

async function main(): Promise<void> {
  const result = await executor.execute("send_note", { to: "ann" }, { user: "bo", thread: "t1", callId: "c1" });
  console.log(result.status === "succeeded" ? "sent" : result);
  await executor.close();
}

void main();
