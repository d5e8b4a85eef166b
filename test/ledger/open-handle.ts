import { createRequire } from "node:module";
import type { SqliteHandle } from "@toolwright/runtime/sqlite";

/** Opens a database with the driver of this Node, as a user would who brings their own handle. */
export function openHandle(path: string): SqliteHandle {
  const builtin = process.getBuiltinModule("node:sqlite" as never) as { DatabaseSync: Driver } | undefined;
  const Driver = builtin?.DatabaseSync ?? (createRequire(import.meta.url)("libsql") as Driver);
  return new Driver(path);
}

type Driver = new (path: string) => SqliteHandle;
