import type { StorePolicy, ToolPolicy } from "@toolwright/runtime";
import type { TypeDeclaration } from "./schema/model-schema.js";

/** The schemas of one contract module, and which of them it shows. */
export interface ContractModel {
  readonly schemas: { readonly [exportName: string]: unknown };
  readonly published: readonly string[];
}

/** A store as a tool's module sees it. */
export interface StoreUse {
  readonly name: string;
  readonly access: "read" | "write";
  readonly valueType: string;
  readonly stem: string;
  readonly doc: string;
}

/** Everything that is written about one tool. */
export interface ToolModel {
  readonly specFile: string;
  readonly stem: string;
  readonly className: string;
  readonly policyName: string;
  readonly inputName: string;
  readonly outputName: string;
  readonly storesName: string;
  /** "RefundPayment", for names of needs. */
  readonly pascal: string;
  readonly policy: ToolPolicy;
  readonly types: readonly TypeDeclaration[];
  /** Names that stand for a type text without declaration of its own. */
  readonly aliases: readonly { readonly name: string; readonly type: string; readonly doc: string }[];
  readonly stores: readonly StoreUse[];
  readonly contract: ContractModel;
}

/** Everything that is written about one store. */
export interface StoreModel {
  readonly specFile: string;
  readonly stem: string;
  readonly constName: string;
  readonly valueName: string;
  readonly doc: string;
  readonly policy: Omit<StorePolicy, "contract">;
  readonly types: readonly TypeDeclaration[];
  readonly aliases: ToolModel["aliases"];
  readonly contract: ContractModel;
}

/** One thing that linking must be given, and the interface that asks for it. */
export type Need = { readonly interfaceName: string; readonly doc: string } & (
  | { readonly kind: "tools" }
  | { readonly kind: "ledger"; readonly durable: boolean }
  | { readonly kind: "approvers"; readonly group: string }
  | { readonly kind: "stores" }
  | { readonly kind: "env"; readonly variables: readonly string[] }
);

/** A whole catalog with every name decided; emitters print it and decide nothing. Tools and stores are in order of name. */
export interface CatalogModel {
  readonly tools: readonly ToolModel[];
  readonly stores: readonly StoreModel[];
  readonly needs: readonly Need[];
}
