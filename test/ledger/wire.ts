import { connect } from "node:net";

/** One message of PostgreSQL's protocol, whole. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts a stream of bytes into messages. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);

  read(part: Buffer): readonly Message[] {
    let rest = Buffer.concat([this.#rest, part]);
    const messages: Message[] = [];
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      messages.push({ type: String.fromCharCode(rest[0] as number), bytes: rest.subarray(0, end) });
      rest = rest.subarray(end);
    }
    this.#rest = rest;
    return messages;
  }
}

/** A session at the server. */
export interface Session {
  /** What the server said of itself at the start: its version, its settings, the number of the session. */
  readonly greeting: readonly Buffer[];
  /** Where its messages go. */
  deliver: (message: Message) => void;
  send(bytes: Buffer): void;
  end(): void;
}

interface Server {
  readonly port: number;
  readonly password: string;
  readonly database: string;
}

/** Opens a session at a server that asks for a password in plain text, as a test's own does. */
export function openSession({ port, password, database }: Server): Promise<Session> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const messages = new MessageReader();
  const greeting: Buffer[] = [];
  const session: Session = {
    greeting,
    deliver: () => {},
    send: (bytes) => void socket.write(bytes),
    end: () => void socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("connect", () => socket.write(startup({ user: "postgres", database })));
    session.deliver = ({ type, bytes }) => {
      if (type === "E") reject(new Error(bytes.toString("utf8", 5)));
      else if (type === "R" && bytes.readInt32BE(5) === 3) socket.write(passwordMessage(password));
      else if (type === "Z") resolve(session);
      else greeting.push(bytes);
    };
    socket.on("data", (part) => {
      for (const message of messages.read(part)) session.deliver(message);
    });
  });
}

function startup(options: { readonly [name: string]: string }): Buffer {
  const text = Object.entries(options).flat();
  const body = Buffer.from(`${text.join("\0")}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

function passwordMessage(password: string): Buffer {
  const body = Buffer.from(`${password}\0`);
  const head = Buffer.from([0x70, 0, 0, 0, 0]);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
