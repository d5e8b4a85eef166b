import assert from "node:assert/strict";
import { test } from "{{runner}}";
import { testLedger } from "@toolwright/runtime/testing";
import { openExecutor } from "../{{executor}}.js";

test("a note is saved once, however often the call is repeated", async () => {
  const executor = openExecutor(testLedger());
  const call = { user: "me", thread: "test", callId: "call-1" };
  const first = await executor.execute("save_note", { id: "test", text: "Hello." }, call);
  const again = await executor.execute("save_note", { id: "test", text: "Hello." }, call);
  assert.equal(first.status, "succeeded");
  assert.ok(again.status === "succeeded" && again.replayed);
  await executor.close();
});
