import type { Json } from "../tool/json.js";
import type { ExecutionRecord } from "./execution-record.js";
import type { TrailEntry } from "./trail-entry.js";

/** An execution in memory. It stays the same object while its record is replaced, so that one map look-up finds it. */
export interface Kept {
  record: ExecutionRecord;
  /** The very object the input was copied from: when it comes again, it need not be copied again. */
  given: Json;
  /** Its place among the leased, or -1. */
  leaseAt: number;
  isTombstone: boolean;
}

/** All that is known of one key: its generations and its trail. */
export class Work {
  newest: Kept | undefined;
  trail: TrailEntry[] = [];
  #older: Map<number, Kept> | undefined;

  find(generation: number): Kept | undefined {
    return this.newest?.record.generation === generation ? this.newest : this.#older?.get(generation);
  }

  add(kept: Kept): void {
    const last = this.newest;
    if (last === undefined) this.newest = kept;
    else {
      const isNewer = kept.record.generation > last.record.generation;
      const behind = isNewer ? last : kept;
      if (isNewer) this.newest = kept;
      this.#older ??= new Map();
      this.#older.set(behind.record.generation, behind);
    }
  }

  remove(generation: number): void {
    this.#older?.delete(generation);
    if (this.newest?.record.generation !== generation) return;
    const generations = [...(this.#older?.keys() ?? [])];
    const next = generations.length === 0 ? undefined : Math.max(...generations);
    this.newest = next === undefined ? undefined : this.#older?.get(next);
    if (next !== undefined) this.#older?.delete(next);
  }

  forgetTrail(generation: number): void {
    this.trail = this.trail.filter((line) => line.generation !== generation);
  }

  get isEmpty(): boolean {
    return this.newest === undefined && this.trail.length === 0;
  }

  *all(): Generator<Kept> {
    if (this.newest !== undefined) yield this.newest;
    if (this.#older !== undefined) yield* this.#older.values();
  }
}

/** The executions under a lease; each knows its place, so that leaving costs no search. */
export class Leased {
  readonly #kept: Kept[] = [];

  /** Enters or leaves, as the record now says. */
  update(kept: Kept): void {
    const isLeased = kept.record.leaseMs !== null;
    if (isLeased && kept.leaseAt < 0) kept.leaseAt = this.#kept.push(kept) - 1;
    else if (!isLeased && kept.leaseAt >= 0) {
      const last = this.#kept.pop() as Kept;
      if (last !== kept) {
        this.#kept[kept.leaseAt] = last;
        last.leaseAt = kept.leaseAt;
      }
      kept.leaseAt = -1;
    }
  }

  /** Those whose lease has lapsed, longest first. */
  lapsed(nowMs: number): readonly Kept[] {
    return this.#kept.filter((kept) => dueAt(kept) <= nowMs).sort((a, b) => dueAt(a) - dueAt(b));
  }
}

function dueAt({ record }: Kept): number {
  return record.atMs + (record.leaseMs ?? 0);
}
