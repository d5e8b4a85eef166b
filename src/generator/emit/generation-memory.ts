import type { CatalogEntries, StateEntry, StoreEntry, ToolEntry } from "../model/catalog-entry.js";
import type { Diagnostic } from "../spec/diagnostic.js";

/** What one spec file became: enough to leave it alone for as long as nothing that it depends on changes. */
export type RememberedModule = {
  /** Digests of its files, by path in the output folder. */
  readonly files: { readonly [path: string]: string };
  readonly diagnostics: readonly Diagnostic[];
  /** Names what its contract was made from. */
  readonly madeFrom: string;
} & (
  | { readonly kind: "tool"; readonly entry: ToolEntry; readonly policyText: string }
  | { readonly kind: "store"; readonly entry: StoreEntry }
  | { readonly kind: "state"; readonly entry: StateEntry }
);

/** What a run without errors knows; plain data, worth keeping for the next run and never worth trusting past a change. */
export interface GenerationMemory {
  /** Digest of what every file depends on: templates and the generator's version. */
  readonly ground: string;
  /** Digests of the spec files, by path in the spec folder. */
  readonly sources: { readonly [file: string]: string };
  readonly modules: readonly RememberedModule[];
  /** Types that were worked out, by the schema. */
  readonly forms: { readonly [schema: string]: string };
}

/** The entries of remembered modules. */
export function entriesOf(modules: Iterable<RememberedModule>): CatalogEntries {
  const tools: ToolEntry[] = [];
  const stores: StoreEntry[] = [];
  const states: StateEntry[] = [];
  for (const { kind, entry } of modules) {
    if (kind === "tool") tools.push(entry);
    else if (kind === "store") stores.push(entry);
    else states.push(entry);
  }
  return { tools, stores, states };
}
