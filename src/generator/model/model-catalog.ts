import type { Diagnostic } from "../spec/diagnostic.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { type AllocatedName, allocateNames } from "./allocate-names.js";
import { type CatalogEntries, noEntries, stateEntry, storeEntry, toolEntry } from "./catalog-entry.js";
import type { CatalogModel, ModuleModel } from "./catalog-model.js";
import { checkReferences } from "./check-references.js";
import { modelState } from "./model-state.js";
import { modelStore } from "./model-store.js";
import { modelTool } from "./model-tool.js";
import { TypeModeller } from "./type-modeller.js";
import { wiringNeeds } from "./wiring-needs.js";

/** Names that the registry's own text uses. */
const registryNames = [
  "Caller",
  "Catalog",
  "EnvName",
  "Ledger",
  "Registry",
  "SealingKey",
  "ToolInputs",
  "ToolOutputs",
  "ToolPolicies",
  "Wiring",
];

/** A modelled catalog and what is to say about it. */
export interface ModelledCatalog {
  readonly catalog: CatalogModel;
  /** Everything that the registry lists: what was modelled and the others. */
  readonly entries: CatalogEntries;
  readonly diagnostics: readonly Diagnostic[];
  /** What modelling one module had to say, by its spec file. */
  readonly notes: ReadonlyMap<string, readonly Diagnostic[]>;
}

/**
 * Decides everything about a catalog. What cannot be modelled is left out and reported. `others` belong to the catalog
 * too, but were modelled before and are not modelled again.
 */
export function modelCatalog(
  specs: CheckedSpecs,
  others: CatalogEntries = noEntries,
  spellings: Spellings = spellCatalog(specs, others),
): ModelledCatalog {
  const types = new TypeModeller(specs.documents);
  const notes = new Map<string, readonly Diagnostic[]>();
  const keep = <Modelled extends { readonly diagnostics: readonly Diagnostic[] }>(
    modelled: Modelled,
    { specFile }: ModuleModel,
  ): Modelled => {
    notes.set(specFile, modelled.diagnostics);
    return modelled;
  };
  const stores = ordered(specs.stores, ({ name }) => name).map((item) => {
    const modelled = modelStore(item, spellingOf(spellings.stores, item.name), types);
    return keep(modelled, modelled.store).store;
  });
  const states = ordered(specs.states, ({ name }) => name).map((item) => {
    const modelled = modelState(item, spellingOf(spellings.states, item.name), types);
    return keep(modelled, modelled.state).state;
  });
  const storeEntries = merged(stores.map(storeEntry), others.stores);
  const stateEntries = merged(states.map(stateEntry), others.states);
  const files = new Map([
    ...others.tools.map(({ policy, specFile }) => [policy.name, specFile] as const),
    ...specs.tools.map(({ spec, document }) => [spec.name, document.file] as const),
  ]);
  const around = {
    stores: new Map(storeEntries.map((store) => [store.policy.name, store])),
    states: new Map(stateEntries.map((state) => [state.policy.name, state])),
    tools: new Map(
      [...files].map(([name, specFile]) => [name, { spelling: spellingOf(spellings.tools, name), specFile }]),
    ),
    types,
  };
  const tools = ordered(specs.tools, ({ spec }) => spec.name).map((item) => {
    const modelled = modelTool(item, spellingOf(spellings.tools, item.spec.name), around);
    return keep(modelled, modelled.tool).tool;
  });
  const entries = { tools: merged(tools.map(toolEntry), others.tools), stores: storeEntries, states: stateEntries };
  const taken = [
    ...registryNames,
    ...entries.tools.flatMap(({ className, inputName, outputName }) => [className, inputName, outputName]),
    ...entries.states.map(({ reducersName }) => reducersName),
  ];
  const needs = wiringNeeds(entries.tools, entries.states, entries.stores, new Set(taken));
  return {
    catalog: { tools, stores, states, needs },
    entries,
    diagnostics: [...checkReferences(specs, others), ...[...notes.values()].flat()],
    notes,
  };
}

/** How everything of a catalog is spelt, by name. */
export type Spellings = {
  readonly [Kind in "tools" | "stores" | "states"]: ReadonlyMap<string, AllocatedName>;
};

/** Spells a catalog. */
export function spellCatalog(specs: CheckedSpecs, others: CatalogEntries): Spellings {
  const all = (ours: readonly string[], theirs: readonly { readonly policy: { readonly name: string } }[]) =>
    allocateNames([...new Set([...ours, ...theirs.map(({ policy }) => policy.name)])]);
  return {
    tools: all(
      specs.tools.map(({ spec }) => spec.name),
      others.tools,
    ),
    stores: all(
      specs.stores.map(({ name }) => name),
      others.stores,
    ),
    states: all(
      specs.states.map(({ name }) => name),
      others.states,
    ),
  };
}

function spellingOf(spellings: ReadonlyMap<string, AllocatedName>, name: string): AllocatedName {
  const spelling = spellings.get(name);
  if (spelling === undefined) throw new Error(`${name} has no spelling`);
  return spelling;
}

function merged<Entry extends { readonly policy: { readonly name: string } }>(
  ours: readonly Entry[],
  theirs: readonly Entry[],
): readonly Entry[] {
  return ordered([...ours, ...theirs], ({ policy }) => policy.name);
}

function ordered<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
