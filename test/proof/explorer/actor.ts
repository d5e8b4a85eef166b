import { createHash } from "node:crypto";

/** How an actor ended. */
export type End = { readonly result: unknown } | { readonly error: Error };

/** One process of the simulation. */
export class Actor {
  readonly name: string;
  /** Whether the run may end without it: it waits for something that need not come. */
  isPatient = false;
  state: "live" | "ended" | "crashed" = "live";
  ended: End | undefined;
  /** Digest of everything it has seen: the code is deterministic, so this stands for all its variables. */
  #seen = "";
  #recalled: string | undefined;

  constructor(name: string) {
    this.name = name;
  }

  get seen(): string {
    return this.#seen;
  }

  /** Spares the next note its digest, where an earlier run with the same choices has worked it out. */
  recall(seen: string | undefined): void {
    this.#recalled = seen;
  }

  note(...what: readonly unknown[]): void {
    if (this.#recalled !== undefined) {
      this.#seen = this.#recalled;
      this.#recalled = undefined;
      return;
    }
    this.#seen = createHash("sha1").update(this.#seen).update(stable(what)).digest("base64");
  }

  end(end: End): void {
    // The dead tell nobody.
    if (this.state !== "live") return;
    this.state = "ended";
    this.ended = end;
  }

  /** `isBusy`: it still has something to do, though it may have answered its caller. */
  stateOf(isBusy: boolean): string {
    const told = this.ended && stable("error" in this.ended ? this.ended.error.name : this.ended.result);
    if (this.state === "crashed") return `crashed ${told}`;
    return isBusy || told === undefined ? `${this.#seen} ${told}` : told;
  }
}

export class Actors {
  readonly all: Actor[] = [];

  add(name: string): Actor {
    const actor = new Actor(name);
    this.all.push(actor);
    return actor;
  }

  get live(): readonly Actor[] {
    return this.all.filter(({ state }) => state === "live");
  }
}

/** UUIDs, counted on for writes, and the handles of operations and questions, which have one inside. */
const randomId = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}(?:-\d+)?|\b(?:op|ask)_[\w-]{40,}/g;

/** As text, with random ids renamed in the order in which they come: which ids they are decides nothing. */
export function stable(value: unknown): string {
  const names = new Map<string, string>();
  const text = JSON.stringify(value) ?? "undefined";
  const named = text.replace(randomId, (id) => {
    const name = names.get(id) ?? `id${names.size}`;
    names.set(id, name);
    return name;
  });
  return named.includes('"signature"') ? named.replace(/"signature":"[^"]*"/g, "") : named;
}
