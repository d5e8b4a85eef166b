import type { Change, Ledger, Written } from "../ledger/ledger.js";
import type { StoreBackend, StoreWrite } from "../store/store-backend.js";
import { executionAt } from "./handle.js";

/**
 * Stores in a database of their own. Their writes commit right before the outcome, not with it: a crash in between
 * leaves writes without an outcome, and whoever links them like this puts their name to it.
 */
export interface StoresApart {
  readonly apart: StoreBackend;
  readonly commits: "apart from the outcome";
}

/** Where the stores of tools are kept: in the ledger's database, where outcome and writes are one transaction, or apart. */
export type StoresPlace = "ledger" | StoresApart;

/** The stores that are kept apart could not be written; what the body did has happened all the same. */
export class StoresUnavailableError extends Error {
  override readonly name = "StoresUnavailableError";
}

export function isStoresApart(value: unknown): value is StoresApart {
  const { apart, commits } = (value ?? {}) as Partial<StoresApart>;
  return typeof apart === "object" && commits === "apart from the outcome";
}

/** A ledger beside which the named stores are kept elsewhere. States, switches and everything else stay with it. */
export function withStoresApart(ledger: Ledger, apart: StoreBackend, names: ReadonlySet<string>): Ledger {
  const isApart = ({ address }: Pick<StoreWrite, "address">) => names.has(address.store);
  const homeOf = (address: StoreWrite["address"]) => (isApart({ address }) ? apart : ledger.stores);
  // A change that is written again, since somebody else touched its record, must not write these twice.
  const done = new WeakSet<StoreWrite>();

  const putApart = async (writes: readonly StoreWrite[]): Promise<boolean> => {
    const fresh = writes.filter((write) => !done.has(write));
    try {
      if (fresh.length > 0 && !(await apart.write(fresh))) return false;
    } catch (error) {
      throw new StoresUnavailableError((error as Error).message, { cause: error });
    }
    for (const write of fresh) done.add(write);
    return true;
  };
  const write = async (change: Change): Promise<Written> => {
    const elsewhere = change.stores?.filter(isApart) ?? [];
    if (elsewhere.length === 0) return ledger.write(change);
    const { execution } = change;
    // Without a transaction this is all that keeps a worker which lost its claim from writing.
    const standing = execution && (await executionAt(ledger, execution.next));
    if (execution && (standing?.revision ?? 0) !== execution.expects) return { kind: "outrun" };
    if (!(await putApart(elsewhere))) return { kind: "store_conflict" };
    return ledger.write({ ...change, stores: (change.stores ?? []).filter((one) => !isApart(one)) });
  };
  const stores: StoreBackend = {
    item: (address, key) => homeOf(address).item(address, key),
    search: (address, query) => homeOf(address).search(address, query),
    write: async (writes) =>
      (await putApart(writes.filter(isApart))) && ledger.stores.write(writes.filter((one) => !isApart(one))),
  };
  // A ledger may be of any make, with private members: everything else is asked of the ledger itself.
  return new Proxy(ledger, {
    get(target, name) {
      if (name === "write") return write;
      if (name === "stores") return stores;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
