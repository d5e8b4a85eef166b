import { randomUUID } from "node:crypto";
import type { JsonService } from "./json-service.js";

interface Message {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
}

/** A mail gateway: what was handed over is gone. Whether it was, only a person can tell, by reading the outbox. */
export function mailService(): JsonService {
  const outbox: Message[] = [];

  return ({ method, path, query, body }) => {
    if (path[0] !== "messages") return null;
    const to = method === "GET" ? query.get("to") : String(body.to);
    if (method === "GET") {
      const found = outbox.filter((message) => message.to === to);
      return { status: 200, body: { count: found.length, messages: found } };
    }
    if (to?.startsWith("nobody@")) return { status: 422, body: { error: "no such mailbox" } };
    const message = { id: `msg_${randomUUID().slice(0, 8)}`, to: String(to), subject: String(body.subject) };
    outbox.push(message);
    return { status: 202, body: message };
  };
}
