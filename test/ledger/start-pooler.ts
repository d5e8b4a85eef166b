import { createServer, type Socket } from "node:net";
import { type Message, MessageReader, openSession, type Session } from "./wire.js";

/** A pooler that lends a server session for one transaction at a time. */
export interface Pooler {
  readonly port: number;
  stop(): Promise<void>;
}

interface Server {
  readonly port: number;
  readonly password: string;
  readonly database: string;
}

const sslRequest = 80_877_103;
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Does what PgBouncer does with `pool_mode = transaction`: each client believes that it has a session, and gets one of
 * `size` real ones from its first message to the end of its transaction. What a session remembers (prepared statements,
 * LISTEN, settings) stays with the server's session, and what comes in while nobody holds it is thrown away.
 */
export async function startPooler(server: Server, size: number): Promise<Pooler> {
  const sessions = await Promise.all(Array.from({ length: size }, () => openSession(server)));
  const idle = [...sessions];
  const queue: ((session: Session) => void)[] = [];
  const clients = new Set<Socket>();
  const borrow = () =>
    idle.length > 0 ? Promise.resolve(idle.shift() as Session) : new Promise<Session>((resolve) => queue.push(resolve));
  const giveBack = (session: Session) => {
    session.deliver = () => {};
    const next = queue.shift();
    // At the end of the line, so that a client's next transaction is likely to get another session.
    if (next === undefined) idle.push(session);
    else next(session);
  };

  function serve(client: Socket): void {
    clients.add(client);
    let held: Session | undefined;
    let open = 0;
    const answer = ({ type, bytes }: Message) => {
      client.write(bytes);
      if (type !== "Z") return;
      open--;
      if (open > 0 || bytes[5] !== 0x49 || held === undefined) return;
      const session = held;
      held = undefined;
      giveBack(session);
    };
    const forward = async ({ type, bytes }: Message) => {
      if (type === "X") return void client.end();
      if (type === "Q" || type === "S") open++;
      if (held === undefined) {
        held = await borrow();
        held.deliver = answer;
      }
      held.send(bytes);
    };
    const messages = new MessageReader();
    let turn = Promise.resolve();
    let isGreeted = false;
    client.on("data", (part) => {
      const rest = isGreeted ? part : greet(part);
      for (const message of messages.read(rest)) turn = turn.then(() => forward(message));
    });
    const greet = (part: Buffer): Buffer => {
      if (part.readInt32BE(4) === sslRequest) {
        client.write("N");
        return Buffer.alloc(0);
      }
      isGreeted = true;
      const [first] = sessions;
      client.write(Buffer.concat([...(first?.greeting ?? []), ready]));
      return part.subarray(part.readInt32BE(0));
    };
    client.on("error", () => client.destroy());
    client.on("close", () => clients.delete(client));
  }

  const listener = createServer({ noDelay: true }, serve);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as { readonly port: number }).port,
    async stop() {
      for (const client of clients) client.destroy();
      for (const session of sessions) session.end();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}
