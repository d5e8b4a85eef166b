import type { Change, Ledger } from "../../ledger/ledger.js";
import type { ExecutorEvent } from "./executor-event.js";

/** A ledger that tells what was recorded, once it is. */
export function observedLedger(ledger: Ledger, onEvent: (event: ExecutorEvent) => void): Ledger {
  const write = async (change: Change) => {
    const written = await ledger.write(change);
    if (written.kind === "written")
      for (const { kind, key, generation, callId, detail } of change.trail ?? []) {
        const tool = change.execution?.next.tool ?? change.call?.tool ?? null;
        onEvent({ kind, tool, key, generation, callId, atMs: written.atMs, detail });
      }
    return written;
  };
  // A ledger may be of any make, with private members: everything else is asked of the ledger itself.
  return new Proxy(ledger, {
    get(target, name) {
      if (name === "write") return write;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
