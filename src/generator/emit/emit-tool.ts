import type { ToolModel } from "../model/catalog-model.js";
import { generatedHeader } from "./generated-header.js";
import { docComment } from "./text/doc-comment.js";
import { heritageText } from "./text/heritage-text.js";
import { importText } from "./text/import-text.js";
import { interfaceText } from "./text/interface-text.js";
import { stringLiteral } from "./text/string-literal.js";
import { valueLiteral } from "./text/value-literal.js";

/** The texts for the holes of a tool's module. `types` are its declarations, already printed. */
export function emitTool(tool: ToolModel, types: string): { readonly [hole: string]: string } {
  const { policy } = tool;
  return {
    header: generatedHeader(tool.specFile),
    imports: imports(tool),
    types: types.trimEnd(),
    stores: tool.stores.length === 0 ? "" : docComment(`What ${policy.name} may remember.`) + storesInterface(tool),
    policyDoc: docComment(`How ${policy.name} runs: its spec with defaults filled in.`).trimEnd(),
    policyName: tool.policyName,
    policy: valueLiteral(policy),
    classDoc: docComment(`${policy.title}.\n\n${policy.description}`).trimEnd(),
    className: tool.className,
    parent: heritageText(
      "TypedTool",
      [
        `typeof ${tool.policyName}`,
        tool.inputName,
        tool.outputName,
        ...(tool.stores.length === 0 ? [] : [`{ readonly stores: ${tool.storesName} }`]),
      ],
      `export class ${tool.className} extends `.length,
    ),
    contract: stringLiteral(`../contracts/${tool.stem}.js`),
  };
}

function storesInterface(tool: ToolModel): string {
  return interfaceText(
    tool.storesName,
    tool.stores.map((store) => ({
      name: store.name,
      type: `${store.access === "write" ? "WritableStore" : "ReadableStore"}<${store.valueType}>`,
      doc: store.doc,
    })),
  );
}

function imports(tool: ToolModel): string {
  const accesses = new Set(tool.stores.map(({ access }) => access));
  const runtime = [
    ...(accesses.has("read") ? ["type ReadableStore"] : []),
    "type ToolPolicy",
    "TypedTool",
    ...(accesses.has("write") ? ["type WritableStore"] : []),
  ];
  const stores = [...tool.stores].sort((a, b) => (a.stem < b.stem ? -1 : 1));
  return [
    importText(runtime, "@toolwright/runtime"),
    ...stores.map((store) => importText([`type ${store.valueType}`], `../stores/${store.stem}.js`)),
  ].join("\n");
}
