import type { CheckedTool } from "../spec/check-tool.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { diagnose } from "../spec/spec-document.js";
import type { AllocatedName } from "./allocate-names.js";
import type { StoreModel, StoreUse, ToolModel } from "./catalog-model.js";
import { checkPointers } from "./check-pointers.js";
import { NameScope } from "./schema/name-scope.js";
import { specDigest } from "./spec-digest.js";
import { toolPolicy } from "./tool-policy.js";
import type { TypeModeller } from "./type-modeller.js";

/** Names that a tool's module imports, which its own types must therefore not take. */
const imported = ["ReadableStore", "ToolPolicy", "TypedTool", "WritableStore"];

/** Decides everything that is written about one tool. */
export function modelTool(
  { document, spec }: CheckedTool,
  spelling: AllocatedName,
  stores: ReadonlyMap<string, StoreModel>,
  types: TypeModeller,
): { readonly tool: ToolModel; readonly diagnostics: readonly Diagnostic[] } {
  const own = {
    className: `${spelling.pascal}Tool`,
    policyName: `${spelling.camel}Policy`,
    inputName: `${spelling.pascal}Input`,
    outputName: `${spelling.pascal}Output`,
    storesName: `${spelling.pascal}Stores`,
  };
  const uses = Object.entries(spec.stores ?? {}).flatMap(([store, access]) => storeUse(stores.get(store), access));
  const scope = new NameScope([...imported, ...Object.values(own), ...uses.map(({ valueType }) => valueType)]);
  const input = types.model(document, spec.input, "/input", own.inputName, scope, `What ${spec.name} takes.`);
  const output = types.model(
    document,
    spec.output ?? true,
    "/output",
    own.outputName,
    scope,
    `What ${spec.name} gives.`,
  );
  const when = typeof spec.approval === "object" ? spec.approval.when : undefined;
  const rule =
    typeof when === "object"
      ? types.model(document, when, "/approval/when", "ApprovalWhen", new NameScope([]), "")
      : null;
  const schemas = {
    input: input.bundled,
    output: output.bundled,
    ...(rule ? { approvalWhen: rule.bundled } : {}),
  };
  const { name, title, description, ...rest } = toolPolicy(spec);
  return {
    tool: {
      specFile: document.file,
      stem: spelling.stem,
      pascal: spelling.pascal,
      ...own,
      policy: {
        name,
        title,
        description,
        specDigest: specDigest({ name, title, description, ...rest, schemas }),
        ...rest,
      },
      types: [...input.types, ...output.types],
      aliases: [...input.aliases, ...output.aliases],
      stores: uses,
      contract: { schemas, published: ["input", "output"] },
    },
    diagnostics: [
      ...input.diagnostics,
      ...output.diagnostics,
      ...(rule?.diagnostics ?? []),
      ...checkPointers(spec, input.bundled).map((finding) => diagnose(document, finding)),
    ],
  };
}

function storeUse(store: StoreModel | undefined, access: "read" | "write"): readonly StoreUse[] {
  if (!store) return [];
  return [{ name: store.policy.name, access, valueType: store.valueName, stem: store.stem, doc: store.doc }];
}
