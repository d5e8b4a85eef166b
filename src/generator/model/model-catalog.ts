import type { Diagnostic } from "../spec/diagnostic.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { type AllocatedName, allocateNames } from "./allocate-names.js";
import type { CatalogModel } from "./catalog-model.js";
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

/** Decides everything about a catalog. What cannot be modelled is left out and reported. */
export function modelCatalog(specs: CheckedSpecs): {
  readonly catalog: CatalogModel;
  readonly diagnostics: readonly Diagnostic[];
} {
  const types = new TypeModeller(specs.documents);
  const diagnostics: Diagnostic[] = [...checkReferences(specs)];
  const keep = <Modelled extends { readonly diagnostics: readonly Diagnostic[] }>(modelled: Modelled): Modelled => {
    diagnostics.push(...modelled.diagnostics);
    return modelled;
  };
  const storeFiles = named(specs.stores, ({ name }) => name);
  const stateFiles = named(specs.states, ({ name }) => name);
  const toolFiles = named(specs.tools, ({ spec }) => spec.name);
  const stores = storeFiles.map(({ item, spelling }) => keep(modelStore(item, spelling, types)).store);
  const states = stateFiles.map(({ item, spelling }) => keep(modelState(item, spelling, types)).state);
  const around = {
    stores: new Map(stores.map((store) => [store.policy.name, store])),
    states: new Map(states.map((state) => [state.policy.name, state])),
    tools: new Map(toolFiles.map(({ item, spelling }) => [item.spec.name, spelling])),
    types,
  };
  const tools = toolFiles.map(({ item, spelling }) => keep(modelTool(item, spelling, around)).tool);
  const taken = [
    ...registryNames,
    ...tools.flatMap(({ className, inputName, outputName }) => [className, inputName, outputName]),
    ...states.map(({ reducersName }) => reducersName),
  ];
  return { catalog: { tools, stores, states, needs: wiringNeeds(tools, states, new Set(taken)) }, diagnostics };
}

/** Items in order of their names, each with the spelling it was given. */
function named<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): readonly { readonly item: Item; readonly spelling: AllocatedName }[] {
  const spellings = allocateNames(items.map(nameOf));
  return [...items]
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .flatMap((item) => {
      const spelling = spellings.get(nameOf(item));
      return spelling ? [{ item, spelling }] : [];
    });
}
