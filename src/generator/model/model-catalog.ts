import type { Diagnostic } from "../spec/diagnostic.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { allocateNames } from "./allocate-names.js";
import type { CatalogModel, StoreModel, ToolModel } from "./catalog-model.js";
import { checkStoreUse } from "./check-store-use.js";
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
  const diagnostics: Diagnostic[] = [...checkStoreUse(specs)];
  const stores = new Map<string, StoreModel>();
  const storeNames = allocateNames(specs.stores.map(({ name }) => name));
  for (const checked of byName(specs.stores, ({ name }) => name)) {
    const spelling = storeNames.get(checked.name);
    if (!spelling) continue;
    const modelled = modelStore(checked, spelling, types);
    stores.set(checked.name, modelled.store);
    diagnostics.push(...modelled.diagnostics);
  }
  const tools: ToolModel[] = [];
  const toolNames = allocateNames(specs.tools.map(({ spec }) => spec.name));
  for (const checked of byName(specs.tools, ({ spec }) => spec.name)) {
    const spelling = toolNames.get(checked.spec.name);
    if (!spelling) continue;
    const modelled = modelTool(checked, spelling, stores, types);
    tools.push(modelled.tool);
    diagnostics.push(...modelled.diagnostics);
  }
  const taken = [
    ...registryNames,
    ...tools.flatMap(({ className, inputName, outputName }) => [className, inputName, outputName]),
  ];
  return {
    catalog: { tools, stores: [...stores.values()], needs: wiringNeeds(tools, new Set(taken)) },
    diagnostics,
  };
}

function byName<Item>(items: readonly Item[], nameOf: (item: Item) => string): readonly Item[] {
  return [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
