import { LedgerUnavailableError } from "../ledger/ledger.js";
import type { StoreWrite } from "../store/store-backend.js";
import type { StateBuffer } from "./state/state-buffer.js";
import { StoresUnavailableError } from "./stores-apart.js";

/** How often actions are reduced again because other calls changed the same state. */
const reduceAtMost = 20;

/** Commits what a body wants remembered, by the write that tells how it ended; null, or why none of it was kept. */
export async function commitMemory(
  writes: readonly StoreWrite[],
  states: StateBuffer | null,
  write: (stores: readonly StoreWrite[]) => Promise<boolean>,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    let reduced: readonly StoreWrite[];
    try {
      reduced = states ? await states.writes() : [];
    } catch (error) {
      if (error instanceof LedgerUnavailableError) throw error;
      return `its state actions could not be applied: ${(error as Error).message}`;
    }
    try {
      if (await write(reduced.length === 0 ? writes : [...writes, ...reduced])) return null;
    } catch (error) {
      if (!(error instanceof StoresUnavailableError)) throw error;
      return `its stores could not be written: ${error.message}`;
    }
    // Another call changed the state since it was read: its actions are reduced again, on top of the other's.
    if (states === null || tries === reduceAtMost) return "its store writes conflict with another writer's";
  }
}
