import { LedgerUnavailableError } from "./ledger.js";

const hints: readonly (readonly [RegExp, string])[] = [
  [/^28/, "the database refused the user or password"],
  [/^3D000/, "the database does not exist: create it first"],
  [/^42501/, "the user may not use the tables: grant it the rights, or run toolwright ledger migrate as their owner"],
  [/^42P01|^42703/, "the tables are not there or not up to date: run toolwright ledger migrate"],
  [/^25006/, "this server is read-only, a replica perhaps: connect to the primary"],
  [/^53100/, "the server's disk is full"],
  [/^53300/, "the server has no connection left: use a smaller pool or a pooler"],
  [/^57P0|^08|^E[A-Z]+$|^$/, "the server could not be reached or went away: check that it runs and can be reached"],
  [/^XX00[12]/, "the server found damaged data: stop, and restore a backup"],
];

/** SQLSTATE, or the system's own code, or "" where the connection just broke; undefined for errors that are not the database's. */
export function postgresCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof LedgerUnavailableError) return undefined;
  const { code } = error as { readonly code?: unknown };
  if (typeof code === "string") return code.startsWith("ERR_") ? undefined : code;
  if (error instanceof AggregateError) return "ECONNREFUSED";
  return /connection|timeout|terminated|closed|not queryable/i.test(error.message) ? "" : undefined;
}

/** The statement did not happen, and may well at the next try. */
export function isWorthAnotherTry(code: string): boolean {
  return /^40|^53300|^57P03|^ECONNREFUSED$|^ENOENT$/.test(code);
}

/** Nobody knows whether the statement happened: no answer came. */
export function isUnconfirmed(code: string): boolean {
  return code === "" || /^57P0[12]|^08|^40003/.test(code) || (/^E[A-Z]+$/.test(code) && !isWorthAnotherTry(code));
}

/** The database as a whole is in trouble, so that trying the neighbours one by one is no use. */
export function isWholeDatabase(code: string): boolean {
  return hints.some(([pattern]) => pattern.test(code));
}

/** The same failure as the executor knows it, with a hint. */
export function asUnavailable(error: unknown, doing: string): unknown {
  const code = postgresCode(error);
  if (code === undefined) return error;
  const hint = hints.find(([pattern]) => pattern.test(code))?.[1];
  const named = code === "" ? "" : ` (${code})`;
  const message = `${doing} failed: ${(error as Error).message}${named}${hint === undefined ? "" : `; ${hint}`}`;
  return new LedgerUnavailableError(message, { cause: error });
}
