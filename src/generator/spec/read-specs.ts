import { type CheckedState, checkState } from "./check-state.js";
import { type CheckedStore, checkStore } from "./check-store.js";
import { type CheckedTool, checkTool } from "./check-tool.js";
import type { Diagnostic } from "./diagnostic.js";
import { readDocument } from "./read-document.js";
import type { SpecDocument, SpecDocuments } from "./spec-document.js";
import { unique } from "./unique.js";

/** Everything that was read from a spec folder. */
export interface CheckedSpecs {
  readonly tools: readonly CheckedTool[];
  readonly stores: readonly CheckedStore[];
  readonly states: readonly CheckedState[];
  readonly documents: SpecDocuments;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads and checks the texts of a spec folder: POSIX path relative to it → text. The order of the files does not matter.
 * With `only`, the other files were found right before: they are read only where something refers to them.
 */
export function readSpecs(sources: ReadonlyMap<string, string>, only?: ReadonlySet<string>): CheckedSpecs {
  const tools: CheckedTool[] = [];
  const stores: CheckedStore[] = [];
  const states: CheckedState[] = [];
  const documents = new Map<string, SpecDocument>();
  const diagnostics: Diagnostic[] = [];
  for (const file of [...(only ?? sources.keys())].sort()) {
    const read = readDocument(file, sources.get(file) ?? "");
    diagnostics.push(...read.diagnostics);
    if (!read.document) continue;
    documents.set(file, read.document);
    if (/\.tool\.(json|ya?ml)$/.test(file)) {
      const checked = checkTool(read.document);
      diagnostics.push(...checked.diagnostics);
      if (checked.tool) tools.push(checked.tool);
    } else if (/\.store\.(json|ya?ml)$/.test(file)) {
      const checked = checkStore(read.document);
      diagnostics.push(...checked.diagnostics);
      if (checked.store) stores.push(checked.store);
    } else if (/\.state\.(json|ya?ml)$/.test(file)) {
      const checked = checkState(read.document);
      diagnostics.push(...checked.diagnostics);
      if (checked.state) states.push(checked.state);
    }
  }
  const named = {
    tools: unique(tools, (tool) => tool.spec.name, "tool"),
    stores: unique(stores, (store) => store.name, "store"),
    states: unique(states, (state) => state.name, "state"),
  };
  return {
    tools: named.tools.kept,
    stores: named.stores.kept,
    states: named.states.kept,
    documents: {
      has: (file) => documents.has(file) || (only !== undefined && !only.has(file) && sources.has(file)),
      get: (file) => documents.get(file) ?? readLate(file),
    },
    diagnostics: [...diagnostics, ...named.tools.diagnostics, ...named.stores.diagnostics, ...named.states.diagnostics],
  };

  function readLate(file: string): SpecDocument | undefined {
    if (only === undefined || only.has(file) || !sources.has(file)) return undefined;
    const { document } = readDocument(file, sources.get(file) ?? "");
    if (document) documents.set(file, document);
    return document ?? undefined;
  }
}
