import { LedgerUnavailableError } from "./ledger.js";

const codes: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  18: "SQLITE_TOOBIG",
  26: "SQLITE_NOTADB",
};

const hints: Readonly<Record<string, string>> = {
  SQLITE_PERM: "this process may not use the file: check its owner and mode",
  SQLITE_BUSY: "another process has held the write lock for too long: look for a long transaction or a stopped process",
  SQLITE_LOCKED: "this connection is inside a transaction of its own: give the ledger a connection to itself",
  SQLITE_READONLY:
    "the file or its folder cannot be written: check owner, mode and whether the disk is mounted read-only",
  SQLITE_IOERR: "the disk failed to read or write: check the disk and the system log",
  SQLITE_CORRUPT:
    "the file is damaged: stop, keep a copy, and restore a backup (docs/guarantees.md says what that loses)",
  SQLITE_FULL: "the disk is full: free some space, then repeat the call",
  SQLITE_CANTOPEN: "the file cannot be opened or created: check that the folder exists and can be written",
  SQLITE_TOOBIG: "the record is larger than SQLite takes: lower outputLimit",
  SQLITE_NOTADB: "the file is not a SQLite database: check the path",
  EACCES: "the folder cannot be written: check its owner and mode",
  EROFS: "the disk is mounted read-only",
  ENOTDIR: "a part of the path is a file, not a folder",
  EEXIST: "a part of the path is a file, not a folder",
  ENOSPC: "the disk is full: free some space, then repeat the call",
  MODULE_NOT_FOUND: "install the driver, npm install libsql, or use Node 22.13 or later, which brings its own",
};

/** The name of what went wrong in SQLite, its driver or the file system; undefined for an error that is none of theirs. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode, message } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
  if (typeof errcode === "number") return codes[errcode & 0xff] ?? `SQLITE_${errcode}`;
  // libsql reports a failed open with the number at the end of a sentence, and no code.
  const opening = /Unable to open connection.*: (\d+)/.exec(message);
  if (opening !== null) return codes[Number(opening[1]) & 0xff] ?? "SQLITE_CANTOPEN";
  if (typeof code !== "string") return undefined;
  return Object.keys(hints).find((known) => code === known || code.startsWith(`${known}_`)) ?? foreign(code);
}

/** Codes of SQLite or of the file system without a hint; what Node calls ERR_… is a bug of ours. */
function foreign(code: string): string | undefined {
  return code.startsWith("SQLITE_") || code === "ERR_SQLITE_ERROR" || /^E[A-Z]+$/.test(code) ? code : undefined;
}

/** Whether waiting may help. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === "SQLITE_BUSY";
}

/** Whether the file as a whole is in trouble, so that trying the neighbours one by one is no use. */
export function isWholeFile(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== undefined && code !== "SQLITE_TOOBIG" && code in hints;
}

/** The same failure as the executor knows it, with a hint; errors that are not the database's pass as they are. */
export function asUnavailable(error: unknown, doing: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || error instanceof LedgerUnavailableError) return error;
  const hint = hints[code];
  const message = `${doing} failed: ${(error as Error).message} (${code})${hint === undefined ? "" : `; ${hint}`}`;
  return new LedgerUnavailableError(message, { cause: error });
}
