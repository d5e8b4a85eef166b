import type { Change, Ledger } from "../ledger/ledger.js";
import { CrashError, type MortalWorker } from "./mortal-worker.js";

const never = new Promise<never>(() => {});

/** A ledger as one worker sees it: its writes have a boundary on either side, and the dead get no answer. */
export function mortalLedger(ledger: Ledger<"durable">, worker: MortalWorker): Ledger<"durable"> {
  const alive = <Args extends readonly unknown[], T>(name: string, ask: (...args: Args) => Promise<T>) => {
    return async (...args: Args): Promise<T> => (worker.survives(`before ${name}`) ? ask(...args) : never);
  };
  return {
    ...ledger,
    look: alive("a look", ledger.look),
    byApproval: alive("a look", ledger.byApproval),
    lapsed: alive("a look", ledger.lapsed),
    changed: alive("waiting", ledger.changed),
    async write(change) {
      const name = nameOf(change);
      if (!worker.survives(`before "${name}" is written`)) return never;
      const written = await ledger.write(change);
      return worker.survives(`after "${name}" was written`) ? written : never;
    },
    stores: {
      // Bodies read stores: they end instead of hanging, so that no timer of theirs is left behind.
      item: ended(worker, ledger.stores.item),
      search: ended(worker, ledger.stores.search),
      write: ended(worker, ledger.stores.write),
    },
  };
}

function ended<Args extends readonly unknown[], T>(worker: MortalWorker, ask: (...args: Args) => Promise<T>) {
  return async (...args: Args): Promise<T> => {
    if (!worker.survives("before a store is used")) throw new CrashError("the worker is dead");
    return ask(...args);
  };
}

function nameOf({ trail, execution }: Change): string {
  return trail?.[0]?.kind ?? execution?.next.status ?? "call";
}
