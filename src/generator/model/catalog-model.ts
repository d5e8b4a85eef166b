import type { StatePolicy, StorePolicy, ToolPolicy } from "@toolwright/runtime";
import type { TypeDeclaration } from "./schema/model-schema.js";

/** The schemas of one contract module, and which of them it shows. */
export interface ContractModel {
  readonly schemas: { readonly [exportName: string]: unknown };
  readonly published: readonly string[];
}

/** What one spec file becomes: a module of its own and a contract. */
export interface ModuleModel {
  readonly specFile: string;
  /** Every spec file that the module depends on, its own first. */
  readonly sources: readonly string[];
  /** The name of its files, without ending. */
  readonly stem: string;
  readonly types: readonly TypeDeclaration[];
  /** Names that stand for a type text without declaration of its own. */
  readonly aliases: readonly { readonly name: string; readonly type: string; readonly doc: string }[];
  readonly contract: ContractModel;
}

/** A store as a tool's module sees it. */
export interface StoreUse {
  readonly name: string;
  readonly access: "read" | "write";
  readonly valueType: string;
  readonly stem: string;
  readonly doc: string;
}

/** A state as a tool's module sees it. */
export interface StateUse {
  readonly name: string;
  readonly actions: readonly string[];
  readonly stateType: string;
  readonly actionsType: string;
  readonly stem: string;
  readonly doc: string;
}

/** Another tool as a tool's module sees it. */
export interface CallUse {
  readonly name: string;
  readonly inputName: string;
  readonly outputName: string;
  readonly policyName: string;
  readonly stem: string;
}

/** Everything that is written about one tool. */
export interface ToolModel extends ModuleModel {
  /** "RefundPayment", for names of needs. */
  readonly pascal: string;
  readonly className: string;
  readonly policyName: string;
  readonly inputName: string;
  readonly outputName: string;
  readonly needsName: string;
  readonly storesName: string;
  readonly answersName: string;
  readonly callsName: string;
  readonly statesName: string;
  readonly policy: ToolPolicy;
  readonly stores: readonly StoreUse[];
  readonly answers: readonly { readonly name: string; readonly type: string; readonly doc: string }[];
  readonly calls: readonly CallUse[];
  readonly states: readonly StateUse[];
}

/** Everything that is written about one store. */
export interface StoreModel extends ModuleModel {
  readonly constName: string;
  readonly valueName: string;
  readonly doc: string;
  readonly policy: Omit<StorePolicy, "contract">;
}

/** Everything that is written about one state. */
export interface StateModel extends ModuleModel {
  readonly constName: string;
  readonly stateName: string;
  readonly actionsName: string;
  readonly reducersName: string;
  readonly pascal: string;
  readonly doc: string;
  readonly policy: Omit<StatePolicy, "contract">;
  readonly actions: readonly { readonly name: string; readonly payloadName: string; readonly doc: string }[];
}

/** One thing that linking must be given, and the interface that asks for it. */
export type Need = { readonly interfaceName: string; readonly doc: string } & (
  | { readonly kind: "tools" }
  | { readonly kind: "ledger"; readonly durable: boolean }
  | { readonly kind: "approvers"; readonly group: string }
  | { readonly kind: "stores" }
  | { readonly kind: "reducers"; readonly state: string; readonly reducersName: string }
  | { readonly kind: "sealing" }
  | { readonly kind: "env"; readonly variables: readonly string[] }
);

/** A whole catalog with every name decided; emitters print it and decide nothing. All lists are in order of name. */
export interface CatalogModel {
  readonly tools: readonly ToolModel[];
  readonly stores: readonly StoreModel[];
  readonly states: readonly StateModel[];
  readonly needs: readonly Need[];
}
