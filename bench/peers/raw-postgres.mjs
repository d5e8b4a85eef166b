/** Claim and settle with nothing around them; `batched` sends what has gathered as one statement over unnested arrays. */
export async function rawPostgres(pool) {
  await pool.query(
    "CREATE TABLE IF NOT EXISTS claims (key text PRIMARY KEY, status text, input text, output text, at_ms bigint)",
  );
  const claims = batches((batch) =>
    pool.query({
      name: "claims",
      text: "INSERT INTO claims SELECT key, 'running', input, NULL, 0 FROM unnest($1::text[], $2::text[]) AS t(key, input)",
      values: columns(batch),
    }),
  );
  const settles = batches((batch) =>
    pool.query({
      name: "settles",
      text: "UPDATE claims c SET status = 'succeeded', output = t.output FROM unnest($1::text[], $2::text[]) AS t(key, output) WHERE c.key = t.key AND c.status = 'running'",
      values: columns(batch),
    }),
  );
  return {
    single: {
      claim: (key, input) => pool.query("INSERT INTO claims VALUES ($1, 'running', $2, NULL, 0)", [key, input]),
      settle: (key, output) =>
        pool.query("UPDATE claims SET status = 'succeeded', output = $2 WHERE key = $1 AND status = 'running'", [
          key,
          output,
        ]),
    },
    batched: { claim: claims, settle: settles },
  };
}

function columns(batch) {
  return [batch.map(({ key }) => key), batch.map(({ value }) => value)];
}

function batches(send) {
  let queue = [];
  let busy = false;
  const flush = async () => {
    busy = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      await send(batch);
      for (const { resolve } of batch) resolve();
    }
    busy = false;
  };
  return (key, value) =>
    new Promise((resolve) => {
      queue.push({ key, value, resolve });
      if (!busy) {
        busy = true;
        setImmediate(flush);
      }
    });
}
