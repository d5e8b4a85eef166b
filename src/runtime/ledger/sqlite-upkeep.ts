import { fromStorable, toStorable } from "../store/storable-text.js";
import type { ExecutionRecord } from "./execution-record.js";
import { recordText } from "./record-text.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteLane } from "./sqlite-lane.js";
import { readSqliteRecord, type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";
import { tombstoneOf } from "./tombstone-of.js";
import { settledStatuses, traceOf, type Upkeep } from "./upkeep.js";

interface Found extends SqliteRecord {
  readonly id: number;
}

const isSettled = ({ status }: ExecutionRecord) => settledStatuses.includes(status);

/** Upkeep of a ledger in SQLite; each round is one transaction of its own size, so that callers wait only briefly. */
export function sqliteUpkeep(connection: SqliteConnection, lane: SqliteLane): Upkeep {
  const forgetTrail = ({ key, generation, approval }: ExecutionRecord) => {
    connection
      .prepare("DELETE FROM toolwright_loose_trail WHERE key = ? AND lines ->> '$.lines[0].generation' = ?")
      .run(toStorable(key), generation);
    if (approval !== null)
      connection.prepare("DELETE FROM toolwright_approvals WHERE id = ?").run(toStorable(approval.id));
  };

  return {
    prune: ({ beforeMs, limit }) =>
      lane.write(({ nowMs }) => {
        const pages = settledStatuses.flatMap(
          (status) =>
            connection
              .prepare(`SELECT id, ${sqliteRecordColumns} FROM toolwright_executions
                WHERE shelf = ? AND at_ms < ? ORDER BY at_ms LIMIT ?`)
              .all(status, beforeMs, limit) as Found[],
        );
        const old = pages.sort((a, b) => a.at_ms - b.at_ms).slice(0, limit);
        for (const row of old) {
          const record = readSqliteRecord(row);
          const tombstone = tombstoneOf(record);
          connection
            .prepare("UPDATE toolwright_executions SET shelf = NULL, revision = ?, record = ?, trail = '' WHERE id = ?")
            .run(tombstone.revision, recordText(tombstone), row.id);
          forgetTrail(record);
        }
        const { changes } = connection
          .prepare(`DELETE FROM toolwright_items WHERE (store, partition, key) IN
            (SELECT store, partition, key FROM toolwright_items WHERE expires_at_ms <= ? LIMIT ?)`)
          .run(nowMs, limit);
        return { executions: old.length, items: Number(changes) };
      }, true),

    erase: ({ tenant, user, partitions = [] }) =>
      lane.write(() => {
        const theirs = connection
          .prepare(`SELECT id, ${sqliteRecordColumns} FROM toolwright_executions WHERE tenant = ? AND user_name = ?`)
          .all(toStorable(tenant), toStorable(user)) as Found[];
        const records = theirs.map((row) => ({ row, record: readSqliteRecord(row) }));
        const gone = records.filter(({ record }) => isSettled(record));
        for (const { row, record } of gone) {
          connection.prepare("DELETE FROM toolwright_executions WHERE id = ?").run(row.id);
          forgetTrail(record);
        }
        forgetCalls(connection, tenant, new Set(gone.map(({ record }) => `${record.generation}:${record.key}`)));
        for (const partition of partitions)
          connection.prepare("DELETE FROM toolwright_items WHERE partition = ?").run(toStorable(partition));
        return {
          unprotected: gone.map(({ record }) => traceOf(record)),
          open: records.filter(({ record }) => !isSettled(record)).map(({ record }) => traceOf(record)),
        };
      }, true),
  };
}

/** Goes through the tenant's calls: no index leads from an execution to them, which would cost every claim. */
function forgetCalls(connection: SqliteConnection, tenant: string, gone: ReadonlySet<string>): void {
  const calls = connection.prepare("SELECT thread, call_id, key, generation FROM toolwright_calls WHERE tenant = ?");
  interface Bound {
    readonly thread: string;
    readonly call_id: string;
    readonly key: string;
    readonly generation: number;
  }
  for (const { thread, call_id, key, generation } of calls.all(toStorable(tenant)) as Bound[])
    if (gone.has(`${generation}:${fromStorable(key)}`))
      connection
        .prepare("DELETE FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?")
        .run(toStorable(tenant), thread, call_id);
}
