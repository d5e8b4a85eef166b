import type { ToolModel } from "../model/catalog-model.js";
import { emitToolNeeds } from "./emit-tool-needs.js";
import { generatedHeader } from "./generated-header.js";
import { docComment } from "./text/doc-comment.js";
import { heritageText } from "./text/heritage-text.js";
import { importText } from "./text/import-text.js";
import { stringLiteral } from "./text/string-literal.js";
import { valueLiteral } from "./text/value-literal.js";

/** The texts for the holes of a tool's module. `types` are its declarations, already printed. */
export function emitTool(tool: ToolModel, types: string): { readonly [hole: string]: string } {
  const { policy } = tool;
  const needs = emitToolNeeds(tool);
  return {
    header: generatedHeader(tool.specFile),
    imports: imports(tool),
    types: types.trimEnd(),
    needs,
    policyDoc: docComment(`How ${policy.name} runs: its spec with defaults filled in.`).trimEnd(),
    policyName: tool.policyName,
    policy: valueLiteral(policy),
    classDoc: docComment(`${policy.title}.\n\n${policy.description}`).trimEnd(),
    className: tool.className,
    parent: heritageText(
      "TypedTool",
      [`typeof ${tool.policyName}`, tool.inputName, tool.outputName, ...(needs === "" ? [] : [tool.needsName])],
      `export class ${tool.className} extends `.length,
    ),
    contract: stringLiteral(`../contracts/${tool.stem}.js`),
  };
}

function imports(tool: ToolModel): string {
  const accesses = new Set(tool.stores.map(({ access }) => access));
  const runtime = [
    ...(accesses.has("read") ? ["type ReadableStore"] : []),
    ...(tool.calls.length > 0 ? ["type Result"] : []),
    ...(tool.states.length > 0 ? ["type StateHandle"] : []),
    "type ToolPolicy",
    "TypedTool",
    ...(accesses.has("write") ? ["type WritableStore"] : []),
  ];
  // A tool that may call itself finds its types in its own module.
  const called = tool.calls.filter(({ stem }) => stem !== tool.stem);
  const modules = [
    ...called.map((call) => ({
      from: `./${call.stem}.js`,
      names: [call.inputName, call.outputName, call.policyName],
    })),
    ...tool.states.map((state) => ({
      from: `../states/${state.stem}.js`,
      names: [state.actionsType, state.stateType],
    })),
    ...tool.stores.map((store) => ({ from: `../stores/${store.stem}.js`, names: [store.valueType] })),
  ].sort((a, b) => (a.from < b.from ? -1 : 1));
  return [
    importText(runtime, "@toolwright/runtime"),
    ...modules.map(({ from, names }) =>
      importText(
        names.map((name) => `type ${name}`),
        from,
      ),
    ),
  ].join("\n");
}
