import { completeOffering } from "./complete-offering.js";
import type { Offering } from "./offering.js";

/** Puts offerings together; of tools with one name, the first offering's is the one that is there. */
export function compose(...offerings: readonly Offering[]): Offering {
  const owners = new Map<string, Offering>();
  for (const offering of offerings)
    for (const name of offering.names()) if (!owners.has(name)) owners.set(name, offering);
  /** What the first that knows a call says of it, if the tool is its own to show. */
  async function firstOwn<T extends { readonly tool: string }>(ask: (offering: Offering) => Promise<T | null>) {
    for (const offering of offerings) {
      const answer = await ask(offering);
      if (answer && owners.get(answer.tool) === offering) return answer;
    }
    return null;
  }
  return completeOffering({
    names: () => [...owners.keys()],
    async specs() {
      const all = await Promise.all(offerings.map((offering) => offering.specs()));
      return all.flatMap((specs, index) => specs.filter(({ name }) => owners.get(name) === offerings[index]));
    },
    offer: async (tool, input, context) => owners.get(tool)?.offer(tool, input, context) ?? null,
    start: async (tool, input, context) => owners.get(tool)?.start(tool, input, context) ?? null,
    collect: (call, options) => firstOwn((offering) => offering.collect(call, options)),
    slice: (call, part) => firstOwn((offering) => offering.slice(call, part)),
    retryable: (tool) => owners.get(tool)?.retryable(tool) ?? false,
  });
}
