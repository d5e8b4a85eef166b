import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { accountService } from "./account-service.js";
import type { Answer, Asked, JsonService } from "./json-service.js";
import { mailService } from "./mail-service.js";
import { paymentService } from "./payment-service.js";
import { warehouseService } from "./warehouse-service.js";

// The world outside the shop, as a process of its own: nothing that happens to the shop's processes changes its counts.
const services: readonly JsonService[] = [paymentService(), warehouseService(), mailService(), accountService()];

const server = createServer(async (request, response) => {
  const asked = await read(request);
  const answer: Answer = services.map((serve) => serve(asked)).find((found) => found !== null) ?? {
    status: 404,
    body: { error: "nothing here" },
  };
  response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit(0));

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const key = request.headers["idempotency-key"];
  return {
    method: request.method ?? "GET",
    path: url.pathname.split("/").slice(1).map(decodeURIComponent),
    query: url.searchParams,
    idempotencyKey: typeof key === "string" ? key : null,
    body: chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString("utf8")),
  };
}
