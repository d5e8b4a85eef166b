import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { sourceDigest } from "../emit/manifest.js";
import { UsageError } from "./exit-code.js";

/** What is to happen to one file: `old` is the digest it has before, null if it is not there. */
export interface JournalEntry {
  readonly path: string;
  readonly old: string | null;
  readonly kind: "write" | "remove";
}

/** Texts wait here until all of them are on the disk; it is gone again when a run is done. */
const stagingFolder = ".toolwright-next";
const journalFile = "journal.json";
const ownerFile = "owner";
const abandonedMs = 60_000;

/**
 * Writes and removes files of a folder as one change. The journal is the moment of decision: a run that is cut off
 * before it leaves the old tree, and after it the next run completes the new one.
 *
 *   stage every text ─▶ journal ─▶ move texts, remove files ─▶ forget the journal
 *   cut off: old tree │           cut off: `completeJournal` goes on from here
 */
export function writeByJournal(
  folder: string,
  entries: readonly JournalEntry[],
  textOf: (path: string) => string,
): void {
  const staging = takeStaging(folder);
  try {
    for (const { path, kind } of entries) {
      refuseOutside(folder, path);
      if (kind === "remove") continue;
      const staged = join(staging, path);
      mkdirSync(dirname(staged), { recursive: true });
      writeFileSync(staged, textOf(path));
    }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  }
  const draft = join(staging, `${journalFile}.draft`);
  writeFileSync(draft, JSON.stringify(entries));
  renameSync(draft, join(staging, journalFile));
  complete(folder, entries);
}

/** One run at a time: the staging folder comes into being together with its owner's name, so it is never nobody's. */
function takeStaging(folder: string): string {
  const staging = join(folder, stagingFolder);
  const mine = `${staging}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(join(mine, ownerFile), String(process.pid));
  try {
    renameSync(mine, staging);
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (existsSync(staging)) throw anotherRun();
    throw error;
  }
  return staging;
}

function anotherRun(): UsageError {
  return new UsageError("Another run of toolwright is writing the output folder.", "Wait until it is done.");
}

/** Whether a file or folder in the output folder is a run's own, and none of its output. */
export function isStaging(name: string): boolean {
  return name === stagingFolder || name.startsWith(`${stagingFolder}.`);
}

/** Whether an earlier run was cut off after its decision, so that the folder is between two states. */
export function hasUnfinishedJournal(folder: string): boolean {
  const staging = join(folder, stagingFolder);
  if (!existsSync(join(staging, journalFile))) return false;
  if (isAtWork(staging)) throw anotherRun();
  // It may have been completed between the two looks.
  return existsSync(join(staging, journalFile));
}

/** Completes, or forgets, what an earlier run began. Refuses while another run is at it. */
export function completeJournal(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter(isStaging))
    if (name !== stagingFolder && !isAtWork(join(folder, name)))
      rmSync(join(folder, name), { recursive: true, force: true });
  const staging = join(folder, stagingFolder);
  if (!existsSync(staging)) return;
  if (isAtWork(staging)) throw anotherRun();
  const journal = readJournal(join(staging, journalFile));
  if (journal === null) rmSync(staging, { recursive: true, force: true });
  else complete(folder, journal);
}

function complete(folder: string, entries: readonly JournalEntry[]): void {
  const staging = join(folder, stagingFolder);
  for (const { path, kind, old } of entries) {
    const target = inside(folder, path);
    if (target === null) continue;
    const staged = join(staging, path);
    // After a crash: what somebody changed since is theirs, and the next comparison will tell.
    const isDue = kind === "remove" ? true : existsSync(staged);
    if (!isDue || !isAsBefore(target, old)) continue;
    if (kind === "write") {
      mkdirSync(dirname(target), { recursive: true });
      renameSync(staged, target);
    } else {
      rmSync(target, { force: true });
      if (existsSync(dirname(target)) && readdirSync(dirname(target)).length === 0) rmdirSync(dirname(target));
    }
  }
  // The journal goes first: without it the rest is only litter.
  rmSync(join(staging, journalFile), { force: true });
  rmSync(staging, { recursive: true, force: true });
}

function isAsBefore(target: string, old: string | null): boolean {
  if (!existsSync(target)) return true;
  return old !== null && sourceDigest(readFileSync(target)) === old;
}

function isAtWork(staging: string): boolean {
  try {
    const owner = join(staging, ownerFile);
    const pid = Number(readFileSync(owner, "utf8"));
    if (pid === process.pid || Date.now() - statSync(owner).mtimeMs > abandonedMs) return false;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function readJournal(path: string): readonly JournalEntry[] | null {
  try {
    const entries: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(entries) ? (entries as readonly JournalEntry[]) : null;
  } catch {
    return null;
  }
}

function refuseOutside(folder: string, path: string): void {
  const target = inside(folder, path);
  if (target === null) throw new Error(`${path} is outside the output folder`);
  const parent = dirname(target);
  if (!existsSync(parent)) return;
  const root = realpathSync(folder);
  const real = realpathSync(parent);
  if (real !== root && !real.startsWith(root + sep))
    throw new UsageError(
      `${dirname(path)} in the output folder is a link that leads out of it.`,
      "Remove the link: generated files are written inside the output folder only.",
    );
}

/** A path of a journal or manifest is only text: one that leads out of the folder is nobody's file. */
export function inside(folder: string, path: string): string | null {
  const absolute = resolve(folder, path);
  return absolute.startsWith(resolve(folder) + sep) ? absolute : null;
}
