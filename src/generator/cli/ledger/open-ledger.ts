import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Ledger, Upkeep, Versioned } from "@toolwright/runtime";
import { UsageError } from "../exit-code.js";
import { openProject } from "../project.js";
import { loadExport, namesExport } from "./load-export.js";
import { loadPackage } from "./load-package.js";

/** A ledger with all that the command line asks of one. */
export type KeptLedger = Ledger & Upkeep & Partial<Versioned>;

/** A ledger that is open, and how to speak of it. */
export interface OpenedLedger {
  readonly ledger: KeptLedger;
  /** Without the password. */
  readonly name: string;
  close(): Promise<void>;
}

/**
 * Opens the ledger that the command line or the config names, with the runtime and the driver of the user's project.
 * A SQLite file that is not there is made only where `mayMake` says so.
 */
export async function openLedger(
  root: string,
  { ledger: given, mayMake = false }: { readonly ledger: string | undefined; readonly mayMake?: boolean },
): Promise<OpenedLedger> {
  const named = given ?? (await openProject(root, {})).ledger;
  if (named === null)
    throw new UsageError(
      "No ledger is named.",
      'Say --ledger <file or $VARIABLE>, or "ledger" in toolwright.config.json.',
    );
  const place = named.startsWith("$") ? variable(named.slice(1)) : named;
  if (/^postgres(ql)?:\/\//.test(place)) return openPostgres(root, place);
  if (namesExport(place)) return openExport(root, place);
  if (!mayMake && !existsSync(resolve(root, place)))
    throw new UsageError(
      `There is no ledger ${place}.`,
      "Check the path; the first call of an executor makes the file.",
    );
  const { sqliteLedger } = await loadPackage<typeof import("@toolwright/runtime/sqlite")>(
    root,
    "@toolwright/runtime/sqlite",
  );
  const ledger = sqliteLedger(resolve(root, place));
  return { ledger, name: place, close: () => ledger.close() };
}

async function openPostgres(root: string, address: string): Promise<OpenedLedger> {
  const { postgresLedger } = await loadPackage<typeof import("@toolwright/runtime/postgres")>(
    root,
    "@toolwright/runtime/postgres",
  );
  const { default: pg } = await loadPackage<{
    readonly default: { readonly Pool: new (options: object) => ClosablePool };
  }>(root, "pg");
  const pool = new pg.Pool({ connectionString: address, max: 4 });
  // Told by the question that it spoils.
  pool.on("error", () => {});
  const ledger = postgresLedger(pool, { patienceMs: 2_000 });
  return {
    ledger,
    name: withoutPassword(address),
    async close() {
      await ledger.close();
      await pool.end();
    },
  };
}

interface ClosablePool {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
  connect(): Promise<unknown>;
  on(event: "error", listen: () => void): unknown;
  end(): Promise<void>;
}

async function openExport(root: string, place: string): Promise<OpenedLedger> {
  const ledger = (await loadExport(root, place)) as Partial<KeptLedger> | null;
  if (typeof ledger?.list !== "function" || typeof ledger.prune !== "function")
    throw new UsageError(`${place} is not a ledger.`, "Export what sqliteLedger(…) or postgresLedger(…) gives.");
  return { ledger: ledger as KeptLedger, name: place, close: () => (ledger as KeptLedger).close() };
}

function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new UsageError(`The environment variable ${name} is not set.`, "It should hold postgres://… or a file.");
}

function withoutPassword(address: string): string {
  try {
    const url = new URL(address);
    url.password = "";
    return url.href;
  } catch {
    return "the PostgreSQL ledger";
  }
}
