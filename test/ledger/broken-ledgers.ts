import type { Change, ExecutionRecord, Ledger, Written } from "@toolwright/runtime";

/** A ledger with one fault, and the law that must notice it. */
export interface BrokenLedger {
  readonly fault: string;
  readonly caughtBy: string;
  readonly breakIt: (sound: Ledger) => Ledger;
}

const revisionOf = async (ledger: Ledger, { execution }: Change): Promise<number> => {
  if (execution === undefined) return 0;
  const { key, generation } = execution.next;
  const records = await ledger.list({ limit: 1000 });
  return records.find((record) => record.key === key && record.generation === generation)?.revision ?? 0;
};

export const brokenLedgers: readonly BrokenLedger[] = [
  {
    fault: "forgets to compare revisions",
    caughtBy: "a record is written only over the revision its writer saw",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        const { execution } = change;
        if (execution === undefined || execution.expects === 0) return sound.write(change);
        return sound.write({ ...change, execution: { ...execution, expects: await revisionOf(sound, change) } });
      },
    }),
  },
  {
    fault: "lets a second claim replace the first",
    caughtBy: "a new execution never replaces one that is there",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        const { execution } = change;
        if (execution?.expects !== 0) return sound.write(change);
        return sound.write({ ...change, execution: { ...execution, expects: await revisionOf(sound, change) } });
      },
    }),
  },
  {
    fault: "checks first and writes later",
    caughtBy: "of many writers of one revision exactly one wins",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        if (change.execution !== undefined && (await revisionOf(sound, change)) !== change.execution.expects)
          return { kind: "outrun" };
        await new Promise((resolve) => setImmediate(resolve));
        const expects = await revisionOf(sound, change);
        return sound.write({ ...change, ...(change.execution && { execution: { ...change.execution, expects } }) });
      },
    }),
  },
  {
    fault: "accepts another meaning for a call's name",
    caughtBy: "the name of a call is bound once, and stays bound to the same",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        const written = await sound.write(change);
        const { call, ...rest } = change;
        return written.kind === "outrun" && call !== undefined ? sound.write(rest) : written;
      },
    }),
  },
  {
    fault: "loses the trail of changes that also write stores",
    caughtBy: "record, call, store writes and trail of a change are there together",
    breakIt: (sound) => ({
      ...sound,
      write: ({ trail, ...rest }) => sound.write(rest.stores === undefined && trail ? { ...rest, trail } : rest),
    }),
  },
  {
    fault: "applies store writes although the change was outrun",
    caughtBy: "a change that is outrun leaves nothing behind",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        const written = await sound.write(change);
        if (written.kind === "outrun") await sound.stores.write(change.stores ?? []);
        return written;
      },
    }),
  },
  {
    fault: "writes the record although its store write conflicts",
    caughtBy: "a change whose store write conflicts leaves nothing behind",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        const written = await sound.write(change);
        const { stores: _, ...rest } = change;
        if (written.kind === "store_conflict") await sound.write(rest);
        return written;
      },
    }),
  },
  {
    fault: "takes a failed look for a miss",
    caughtBy: "a ledger that cannot answer says so: a failed look is never a miss",
    breakIt: (sound) => ({
      ...sound,
      look: (call, key) => sound.look(call, key).catch(() => ({ nowMs: 0, call: null, execution: null })),
    }),
  },
  {
    fault: "writes half of a change when a later half fails",
    caughtBy: "a change that cannot be kept is refused, and its neighbours are written",
    breakIt: (sound) => ({
      ...sound,
      async write({ call, ...rest }): Promise<Written> {
        if (call !== undefined) {
          const bound = await sound.write({ call });
          if (bound.kind !== "written") return bound;
        }
        return sound.write(rest);
      },
    }),
  },
  {
    fault: "repeats a change whose answer was lost",
    caughtBy: "a change that is written again with its writeId is acknowledged and not repeated",
    breakIt: (sound) => {
      const seen = new Set<string>();
      return {
        ...sound,
        async write(change) {
          const writeId = change.execution?.next.writeId ?? "";
          const written = await sound.write(change);
          if (seen.has(writeId) && change.trail !== undefined) await sound.write({ trail: change.trail });
          seen.add(writeId);
          return written;
        },
      };
    },
  },
  {
    fault: "shows a bound call the newest generation",
    caughtBy: "a new call sees the newest generation of its key, a bound call stays with its own",
    breakIt: (sound) => ({
      ...sound,
      async look(call, key) {
        const sight = await sound.look(call, key);
        const newest = await sound.look({ tenant: "", thread: "", callId: "nobody" }, sight.call?.key ?? key);
        return { ...sight, execution: newest.execution };
      },
    }),
  },
  {
    fault: "takes a switch that was moved for one that was not",
    caughtBy: "a look that says whether an item still stands says it truly",
    breakIt: (sound) => ({
      ...sound,
      look: async (call, key) => ({ ...(await sound.look(call, key)), stands: true }),
    }),
  },
  {
    fault: "recovers work whose lease still runs",
    caughtBy: "a lease lapses when its time has come, longest first, and not before",
    breakIt: (sound) => ({
      ...sound,
      async lapsed(limit) {
        const records = await sound.list({ status: ["running"], limit });
        return records.filter(({ leaseMs }) => leaseMs !== null);
      },
    }),
  },
  {
    fault: "wakes nobody",
    caughtBy: "whoever waits for an execution is woken by the next write, from whichever connection",
    breakIt: (sound) => ({
      ...sound,
      changed: (_key, _generation, _revision, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve())),
    }),
  },
  {
    fault: "hands out its own records",
    caughtBy: "what was handed in or out can be changed without changing the ledger",
    breakIt: (sound) => {
      const live = new Map<string, ExecutionRecord | null>();
      return {
        ...sound,
        async look(call, key) {
          const sight = await sound.look(call, key);
          if (!live.has(key)) live.set(key, sight.execution);
          return { ...sight, execution: live.get(key) ?? null };
        },
      };
    },
  },
  {
    fault: "answers before it has written",
    caughtBy: "what was written is seen whole, from every connection",
    breakIt: (sound) => ({
      ...sound,
      async write(change) {
        setTimeout(() => void sound.write(change).catch(() => {}), 20);
        return { kind: "written", revision: (change.execution?.expects ?? -1) + 1, atMs: await sound.now() };
      },
    }),
  },
];
