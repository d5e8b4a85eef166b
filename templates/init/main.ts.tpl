import { openExecutor } from "./{{executor}}.js";

/** Makes one call: node {{built}}/{{main}}.js <tool> <input as JSON> <call id>. The same call id is the same call. */
async function main([tool = "save_note", input = '{"id":"first","text":"Hello."}', callId = "call-1"]: string[]) {
  const executor = openExecutor();
  const result = await executor.offer(tool, JSON.parse(input), { user: "me", thread: "terminal", callId });
  console.log(result ?? `There is no tool ${tool}.`);
  await executor.close();
}

void main(process.argv.slice(2));
