import { completeOffering } from "./complete-offering.js";
import type { Offering } from "./offering.js";

/** Puts offerings together; of tools with one name, the first offering's is the one that is there. */
export function compose(...offerings: readonly Offering[]): Offering {
  const owners = new Map<string, Offering>();
  for (const offering of offerings)
    for (const name of offering.names()) if (!owners.has(name)) owners.set(name, offering);
  return completeOffering({
    names: () => [...owners.keys()],
    async specs() {
      const all = await Promise.all(offerings.map((offering) => offering.specs()));
      return all.flatMap((specs, index) => specs.filter(({ name }) => owners.get(name) === offerings[index]));
    },
    offer: async (tool, input, context) => owners.get(tool)?.offer(tool, input, context) ?? null,
    start: async (tool, input, context) => owners.get(tool)?.start(tool, input, context) ?? null,
    async collect(call, options) {
      for (const offering of offerings) {
        const result = await offering.collect(call, options);
        if (result && owners.get(result.tool) === offering) return result;
      }
      return null;
    },
    retryable: (tool) => owners.get(tool)?.retryable(tool) ?? false,
  });
}
