import { refund } from "../cases/refund.mjs";

/** Powertools idempotency on a persistence layer for PostgreSQL: one conditional insert, one update. */
export async function powertools(pool) {
  const { IdempotencyConfig, IdempotencyItemAlreadyExistsError, makeIdempotent } = await import(
    "@aws-lambda-powertools/idempotency"
  );
  const { BasePersistenceLayer } = await import("@aws-lambda-powertools/idempotency/persistence");
  await pool.query(
    "CREATE TABLE IF NOT EXISTS idempotency (id text PRIMARY KEY, status text, expiry bigint, in_progress_expiry bigint, data text, validation text)",
  );
  class PostgresLayer extends BasePersistenceLayer {
    async _putRecord(record) {
      const { rowCount } = await pool.query(
        `INSERT INTO idempotency AS i VALUES ($1, $2, $3, $4, NULL, $5)
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, expiry = excluded.expiry WHERE i.expiry < $6`,
        [
          record.idempotencyKey,
          record.getStatus(),
          record.expiryTimestamp,
          record.inProgressExpiryTimestamp ?? null,
          record.payloadHash ?? null,
          Math.floor(Date.now() / 1000),
        ],
      );
      if (rowCount === 0) throw new IdempotencyItemAlreadyExistsError("exists");
    }
    async _updateRecord(record) {
      await pool.query("UPDATE idempotency SET status = $2, expiry = $3, data = $4 WHERE id = $1", [
        record.idempotencyKey,
        record.getStatus(),
        record.expiryTimestamp,
        JSON.stringify(record.responseData),
      ]);
    }
    async _deleteRecord(record) {
      await pool.query("DELETE FROM idempotency WHERE id = $1", [record.idempotencyKey]);
    }
    async _getRecord() {
      throw new Error("every key of the bench is new");
    }
  }
  const lambda = { getRemainingTimeInMillis: () => 60_000 };
  const config = new IdempotencyConfig({ lambdaContext: lambda });
  const call = makeIdempotent(refund, { persistenceStore: new PostgresLayer(), config, dataIndexArgument: 0 });
  return { call };
}
