import type { ExecutionQuery, ExecutionRecord, ExecutionStatus } from "@toolwright/runtime";
import { exitCode, UsageError } from "../exit-code.js";
import { lineOf } from "../ledger/lines-of-execution.js";
import { withLedger } from "../ledger/with-ledger.js";
import { type Format, printReport } from "../report.js";

/** Lists executions, oldest write first. */
export async function ledgerLs(
  root: string,
  options: {
    readonly ledger: string | undefined;
    readonly status: readonly string[] | undefined;
    readonly tenant: string | undefined;
    readonly tool: string | undefined;
    readonly limit: number;
    readonly after: string | undefined;
    readonly format: Format;
  },
): Promise<number> {
  const { status, tenant, tool, limit, after } = options;
  if (!Number.isInteger(limit) || limit < 1)
    throw new UsageError("--limit must be a whole number above 0.", "Such as 20.");
  const query: ExecutionQuery = {
    limit,
    ...(status === undefined ? {} : { status: status as readonly ExecutionStatus[] }),
    ...(tenant === undefined ? {} : { tenant }),
    ...(tool === undefined ? {} : { tool }),
    ...(after === undefined ? {} : { after: placeOf(after) }),
  };
  return withLedger(root, options, async ({ ledger, name }) => {
    const records = await ledger.list(query);
    const last = records.length === limit ? records.at(-1) : undefined;
    const next = last === undefined ? null : cursorOf(last);
    const lines = [
      ...records.map(lineOf),
      ...(records.length === 0 ? [`nothing of that kind in ${name}.`] : []),
      ...(next === null ? [] : [`more: --after ${next}`]),
    ];
    const facts = { executions: records.map(summaryOf), next };
    await printReport({ diagnostics: [], texts: new Map(), facts, lines }, options.format);
    return exitCode.ok;
  });
}

function summaryOf(record: ExecutionRecord) {
  const { tool, effect, status, tenant, user, thread, callId, key, generation, revision, attempts, atMs } = record;
  return { tool, effect, status, tenant, user, thread, callId, key, generation, revision, attempts, atMs };
}

function cursorOf({ atMs, key, generation }: ExecutionRecord): string {
  return Buffer.from(JSON.stringify([atMs, key, generation])).toString("base64url");
}

function placeOf(cursor: string): NonNullable<ExecutionQuery["after"]> {
  try {
    const [atMs, key, generation] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (typeof atMs === "number" && typeof key === "string" && typeof generation === "number")
      return { atMs, key, generation };
  } catch {
    // Told below, in our words.
  }
  throw new UsageError("--after is not where a page ended.", "Take what the page before said behind --after.");
}
