import type { CallName, CallRecord } from "./call-record.js";

/** Calls in memory, by tenant, thread and call id: three look-ups of texts that are there cost less than making one text of them. */
export class MemoryCalls {
  readonly #byTenant = new Map<string, Map<string, Map<string, CallRecord>>>();

  find({ tenant, thread, callId }: CallName): CallRecord | undefined {
    return this.#byTenant.get(tenant)?.get(thread)?.get(callId);
  }

  bind({ tenant, thread, callId, tool, key, inputDigest, generation }: CallRecord): void {
    const byThread = this.#byTenant.get(tenant) ?? new Map<string, Map<string, CallRecord>>();
    if (byThread.size === 0) this.#byTenant.set(tenant, byThread);
    const byId = byThread.get(thread) ?? new Map<string, CallRecord>();
    if (byId.size === 0) byThread.set(thread, byId);
    byId.set(callId, { tenant, thread, callId, tool, key, inputDigest, generation });
  }

  /** Forgets one call. */
  drop({ tenant, thread, callId }: CallName): void {
    this.#byTenant.get(tenant)?.get(thread)?.delete(callId);
  }

  /** Forgets the calls of a tenant that one execution answers. */
  forget(tenant: string, key: string, generation: number): void {
    for (const byId of this.#byTenant.get(tenant)?.values() ?? [])
      for (const { callId, key: bound, generation: of } of byId.values())
        if (bound === key && of === generation) byId.delete(callId);
  }
}
