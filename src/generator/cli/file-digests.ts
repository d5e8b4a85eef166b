import { readFileSync, type Stats, statSync } from "node:fs";
import { sourceDigest } from "../emit/manifest.js";

/** What was known of a file: times, size and place on the disk, and the digest it had then. */
export type FileMark = readonly [mtimeMs: number, ctimeMs: number, size: number, ino: number, digest: string];

/** Clocks of file systems tick; what changed within a tick cannot be told by its time. */
const tickMs = 25;
const coarseTickMs = 2_500;

/** Digests of files, read again only where the file is not the one that was seen before. */
export class FileDigests {
  readonly #seen: Map<string, FileMark>;
  readonly #asked = new Map<string, FileMark>();
  #news = false;

  constructor(seen: Iterable<readonly [string, FileMark]> = []) {
    this.#seen = new Map(seen);
  }

  /** The digest of a file, whatever its line endings; null if there is none. */
  of(path: string): string | null {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const mark = this.#seen.get(path);
    if (mark !== undefined && isSame(mark, stats)) {
      this.#asked.set(path, mark);
      return mark[4];
    }
    try {
      const digest = sourceDigest(readFileSync(path));
      this.note(path, digest, stats);
      return digest;
    } catch {
      return null;
    }
  }

  /** Keeps in mind what a file holds that was just written. */
  note(path: string, digest: string, stats: Stats | undefined = statSync(path, { throwIfNoEntry: false })): void {
    if (stats === undefined) return;
    this.#asked.set(path, [stats.mtimeMs, stats.ctimeMs, stats.size, stats.ino, digest]);
    this.#news = true;
  }

  /** Whether anything is known now that was not known at the start. */
  get hasNews(): boolean {
    return this.#news;
  }

  /** What may be trusted later: not what changed so lately that another change could bear the same time. */
  marks(nowMs: number): readonly (readonly [string, FileMark])[] {
    return [...this.#asked].filter(([, [mtimeMs, ctimeMs]]) => {
      const latest = Math.max(mtimeMs, ctimeMs);
      return latest < nowMs - (latest % 1_000 === 0 ? coarseTickMs : tickMs);
    });
  }
}

function isSame([mtimeMs, ctimeMs, size, ino]: FileMark, stats: Stats): boolean {
  return stats.mtimeMs === mtimeMs && stats.ctimeMs === ctimeMs && stats.size === size && stats.ino === ino;
}
