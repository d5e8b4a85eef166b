import { type Ledger, LedgerUnavailableError } from "../../ledger/ledger.js";
import type { StoreItem } from "../../store/store.js";
import type { StoreAddress } from "../../store/store-backend.js";
import type { Json } from "../../tool/json.js";
import { WiringError } from "../../tool/wiring-error.js";
import type { Link } from "../link.js";
import { SharedLooks } from "./shared-looks.js";

/** Stores whose names begin like this are the runtime's own; no spec may declare one. */
export const reservedStorePrefix = "toolwright:";

const address: StoreAddress = { store: `${reservedStorePrefix}switches`, partition: "" };

/** Where the switch of a tool stands, and who put it there. A tool that was never stopped has none. */
export interface Switch {
  readonly tool: string;
  readonly stopped: boolean;
  readonly by: string;
  readonly reason: string | null;
  readonly atMs: number;
}

/** Stops tools at once, in every process that shares the ledger. What was claimed before goes on. */
export interface Switches {
  stop(tool: string, options: { readonly by: string; readonly reason: string }): Promise<void>;
  start(tool: string, options: { readonly by: string }): Promise<void>;
  list(): Promise<readonly Switch[]>;
}

/** The switches that are kept in the ledger's database. */
export function switchesOf({ ledger, tools, onEvent }: Link): Switches {
  const put = async (tool: string, value: Json) => {
    // A slip of the pen must not look like a tool that was stopped.
    if (!tools.has(tool)) throw new WiringError(`no tool "${tool}" to switch`);
    await ledger.stores.write([{ kind: "put", address, key: tool, value, ttlMs: null, expects: null }]);
  };
  return {
    async stop(tool, { by, reason }) {
      named(by);
      if (typeof reason !== "string" || reason.trim() === "") throw new WiringError("stopping a tool needs a reason");
      await put(tool, { stopped: true, by, reason });
      onEvent?.({ kind: "tool_stopped", tool, by, reason });
    },
    async start(tool, { by }) {
      named(by);
      await put(tool, { stopped: false, by, reason: null });
      onEvent?.({ kind: "tool_started", tool, by });
    },
    async list() {
      const found: Switch[] = [];
      for (;;) {
        const { items, total } = await ledger.stores.search(address, { offset: found.length, limit: 100 });
        for (const { key, value, writtenAtMs } of items) found.push(switchOf(key, value, writtenAtMs));
        if (items.length === 0 || found.length >= total) return found;
      }
    },
  };
}

function named(by: unknown): void {
  if (typeof by !== "string" || by.trim() === "") throw new WiringError("a switch needs the name of who moves it");
}

/** How switches are read before every claim: many callers of one tool share a look. */
export function switchLooksOf(ledger: Ledger): SharedLooks<StoreItem<Json> | undefined> {
  return new SharedLooks((tool) => ledger.stores.item(address, tool));
}

/** Who stopped a tool, and why; null while it may run. Throws where nobody can say: that is not "on". */
export async function stopOf({ switchLooks, switchesSeen }: Link, tool: string): Promise<string | null> {
  let item: StoreItem<Json> | undefined;
  try {
    item = await switchLooks.at(tool);
  } catch (error) {
    if (error instanceof LedgerUnavailableError) throw error;
    throw new LedgerUnavailableError(`the switch of ${tool} cannot be read`, { cause: error });
  }
  const { stopped, by, reason } = item ? switchOf(tool, item.value, item.writtenAtMs) : neverStopped;
  if (stopped) switchesSeen.delete(tool);
  else switchesSeen.set(tool, { address, key: tool, version: item?.version ?? 0 });
  return stopped ? `${tool} was stopped by ${by}: ${reason ?? "no reason given"}` : null;
}

const neverStopped = { stopped: false, by: "", reason: null };

function switchOf(tool: string, value: Json, atMs: number): Switch {
  const { stopped, by, reason } = (value ?? {}) as { readonly [member: string]: Json };
  if (typeof stopped !== "boolean" || typeof by !== "string")
    throw new LedgerUnavailableError(`the switch of ${tool} is garbled`);
  return { tool, stopped, by, reason: typeof reason === "string" ? reason : null, atMs };
}
