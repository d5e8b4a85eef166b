// The world, in a process of its own: counts effects and answers a repeated key as it answered at first.
import { createServer } from "node:http";

const effects = [];

createServer((request, response) => {
  const url = new URL(request.url, "http://counter");
  const key = url.searchParams.get("key");
  if (request.method === "POST") effects.push({ key, call: url.searchParams.get("call") });
  const made = effects.findIndex((effect) => effect.key === key);
  response.end(JSON.stringify(request.method === "POST" || key !== null ? { made } : effects));
}).listen(0, "127.0.0.1", function listening() {
  process.stdout.write(`${this.address().port}\n`);
});
