import type { Ledger } from "@toolwright/runtime";

/** At which operation a worker dies, counted from one, and whether the ledger still took that operation. */
export interface Crash {
  readonly at: number;
  readonly applied: boolean;
}

/** The same ledger, as a worker sees it that dies on the way: from then on nothing is asked and nothing is answered. */
export function crashingLedger(ledger: Ledger<"durable">, crash: Crash, died: () => void): Ledger<"durable"> {
  let operations = 0;
  const until =
    <Args extends unknown[], T>(operation: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      operations++;
      if (operations < crash.at) return operation(...args);
      if (operations === crash.at && crash.applied) await operation(...args);
      died();
      return new Promise<T>(() => {});
    };
  return { ...ledger, look: until(ledger.look), write: until(ledger.write) };
}
