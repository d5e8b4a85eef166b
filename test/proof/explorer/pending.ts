import type { Actor } from "./actor.js";

/** Something an actor wants to do to the world outside its process; it happens when the schedule says so. */
export interface Pending {
  readonly actor: Actor;
  readonly name: string;
  /** Whether the actor may die, or be told nothing, after it happened. */
  readonly writes: boolean;
  readonly ways: readonly unknown[];
  readonly isReady: () => boolean;
  readonly happen: (way: unknown) => unknown;
  readonly answer: (value: unknown) => void;
  readonly refuse: (error: Error) => void;
}

/** Something that an actor wants to be woken for, at the earliest at this time. */
export interface Timer {
  readonly actor: Actor;
  readonly dueMs: number;
  readonly ring: () => void;
}
