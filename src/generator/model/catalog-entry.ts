import type { ToolPolicy } from "@toolwright/runtime";
import type { StateModel, StoreModel, ToolModel } from "./catalog-model.js";

/** A tool as the registry and the other tools see it: plain data that can be kept between runs. */
export interface ToolEntry
  extends Pick<
    ToolModel,
    "specFile" | "sources" | "stem" | "pascal" | "className" | "policyName" | "inputName" | "outputName"
  > {
  readonly policy: Pick<ToolPolicy, "name" | "effect" | "env" | "secrets"> & {
    readonly approval: "never" | { readonly by: readonly string[] };
  };
  readonly stores: readonly Named[];
  readonly states: readonly Named[];
}

/** A store as the registry and the tools see it. */
export interface StoreEntry
  extends Pick<StoreModel, "specFile" | "sources" | "stem" | "constName" | "valueName" | "doc"> {
  readonly policy: Pick<StoreModel["policy"], "name" | "secrets">;
}

/** A state as the registry and the tools see it. */
export interface StateEntry
  extends Pick<
    StateModel,
    "specFile" | "sources" | "stem" | "pascal" | "constName" | "stateName" | "actionsName" | "reducersName" | "doc"
  > {
  readonly policy: Pick<StateModel["policy"], "name" | "secrets">;
  readonly actions: readonly Named[];
}

interface Named {
  readonly name: string;
}

/** A catalog as its registry sees it. All lists are in order of name. */
export interface CatalogEntries {
  readonly tools: readonly ToolEntry[];
  readonly stores: readonly StoreEntry[];
  readonly states: readonly StateEntry[];
}

/** A catalog without anything in it. */
export const noEntries: CatalogEntries = { tools: [], stores: [], states: [] };

/** Leaves of a tool what others see. */
export function toolEntry(tool: ToolModel): ToolEntry {
  const { specFile, sources, stem, pascal, className, policyName, inputName, outputName, policy } = tool;
  const { name, effect, env, secrets } = policy;
  const approval = policy.approval === "never" ? "never" : { by: policy.approval.by };
  return {
    ...{ specFile, sources, stem, pascal, className, policyName, inputName, outputName },
    policy: { name, effect, env, approval, ...(secrets === undefined ? {} : { secrets }) },
    stores: tool.stores.map(named),
    states: tool.states.map(named),
  };
}

/** Leaves of a store what others see. */
export function storeEntry({ specFile, sources, stem, constName, valueName, doc, policy }: StoreModel): StoreEntry {
  return { specFile, sources, stem, constName, valueName, doc, policy: sealed(policy) };
}

/** Leaves of a state what others see. */
export function stateEntry(state: StateModel): StateEntry {
  const { specFile, sources, stem, pascal, constName, stateName, actionsName, reducersName, doc } = state;
  return {
    ...{ specFile, sources, stem, pascal, constName, stateName, actionsName, reducersName, doc },
    policy: sealed(state.policy),
    actions: state.actions.map(named),
  };
}

function named({ name }: Named): Named {
  return { name };
}

function sealed<Secrets>({ name, secrets }: { readonly name: string; readonly secrets?: Secrets }) {
  return { name, ...(secrets === undefined ? {} : { secrets }) };
}
