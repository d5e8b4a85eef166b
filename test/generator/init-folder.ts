import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, vi } from "vitest";
import { readFolder } from "./case-folder.js";

// Every run loads compiler and formatter anew, which a busy machine stretches.
vi.setConfig({ testTimeout: 120_000 });

/** A folder that every test of the importing file finds empty. */
export let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-init-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Every file in it but what was installed. */
export const files = () => new Map([...readFolder(root)].filter(([path]) => !path.startsWith("node_modules/")));
export const read = (path: string) => files().get(path) ?? "";
export function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Stands in for an installation: the packages of this repository. */
export function install(): void {
  mkdirSync(join(root, "node_modules"));
  for (const name of ["@toolwright", "@types", "libsql", "@libsql", "@neon-rs", "detect-libc", "undici-types"])
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
}

export const node = (...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", stdio: "pipe" });
export const tsc = (...args: readonly string[]) => node(resolve("node_modules/typescript/bin/tsc"), ...args);
