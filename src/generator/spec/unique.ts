import type { Diagnostic } from "./diagnostic.js";
import { diagnose, type SpecDocument } from "./spec-document.js";

/** Keeps the first of each name and reports the others. */
export function unique<Item extends { readonly document: SpecDocument }>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  kind: "tool" | "store" | "state",
): { readonly kept: readonly Item[]; readonly diagnostics: readonly Diagnostic[] } {
  const first = new Map<string, Item>();
  const diagnostics: Diagnostic[] = [];
  for (const item of items) {
    const name = nameOf(item);
    const earlier = first.get(name);
    if (!earlier) first.set(name, item);
    else
      diagnostics.push(
        diagnose(item.document, {
          code: `duplicate-${kind}`,
          pointer: "/name",
          message: `Another ${kind} is called ${JSON.stringify(name)} too: ${earlier.document.file}.`,
          hint: `Every ${kind} needs a name of its own; rename one.`,
        }),
      );
  }
  return { kept: [...first.values()], diagnostics };
}
