import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.js";
import type { Pooler } from "./start-pooler.js";

interface Server {
  readonly port: number;
  readonly password: string;
  readonly database: string;
}

/** Where PgBouncer is on this machine, or null. */
export function findPgbouncer(): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path)) ?? null;
}

/** Starts a real PgBouncer that lends `size` sessions of the server for one transaction at a time. */
export async function startPgbouncer(binary: string, server: Server, size: number): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-pgbouncer-"));
  // As root it runs under a user of its own, who must be let in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const { password, database } = server;
  writeFileSync(join(folder, "users.txt"), `"postgres" "${password}"\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
${database} = host=127.0.0.1 port=${server.port} dbname=${database} user=postgres password='${password}'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${size}
`,
  );
  const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const child = spawn(binary, [...asRoot, join(folder, "pgbouncer.ini")], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  let complaint = "";
  child.stderr.on("data", (part) => {
    complaint += part;
  });
  await answers({ host: "127.0.0.1", port, user: "postgres", password, database }).catch(() => {
    throw new Error(`PgBouncer does not answer: ${complaint}`);
  });
  return {
    port,
    async stop() {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(config: pg.ClientConfig): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client(config);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (attempt === 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
