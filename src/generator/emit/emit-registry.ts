import type { ToolPolicy } from "@toolwright/runtime";
import type { CatalogEntries, ToolEntry } from "../model/catalog-entry.js";
import type { Need } from "../model/catalog-model.js";
import { generatedHeader } from "./generated-header.js";
import { docComment } from "./text/doc-comment.js";
import { importText } from "./text/import-text.js";
import { interfaceText } from "./text/interface-text.js";
import { propertyKey } from "./text/property-name.js";
import { stringLiteral } from "./text/string-literal.js";
import { unionText } from "./text/union-text.js";
import { valueLiteral } from "./text/value-literal.js";

/** A tool's policy as the registry writes it out. */
export function policyText(policy: ToolPolicy): string {
  return valueLiteral(policy, 6, "policy: ".length, 1);
}

/** The texts for the holes of the registry; `policies` has the texts of all policies, by tool. */
export function emitRegistry(
  catalog: CatalogEntries,
  needs: readonly Need[],
  policies: ReadonlyMap<string, string>,
  abi: number,
): { readonly [hole: string]: string } {
  const map = (name: string, type: (tool: ToolEntry) => string) =>
    interfaceText(
      name,
      catalog.tools.map((tool) => ({ name: tool.policy.name, type: type(tool) })),
    );
  return {
    header: generatedHeader(null),
    imports: imports(catalog, needs),
    inputs: map("ToolInputs", (tool) => tool.inputName),
    outputs: map("ToolOutputs", (tool) => tool.outputName),
    policies: map("ToolPolicies", (tool) => `typeof ${tool.policyName}`),
    needs: needs.map((need) => needText(need, catalog)).join("\n\n"),
    wiring: `export type Wiring = ${intersection(needs.map(({ interfaceName }) => interfaceName))};`,
    abi: String(abi),
    tools: entries(
      catalog.tools.map(
        (tool) =>
          `    ${propertyKey(tool.policy.name)}: {\n      policy: ${policies.get(tool.policy.name)},\n      contract: () => import(${stringLiteral(`./contracts/${tool.stem}.js`)}),\n    },\n`,
      ),
    ),
    states: entries(catalog.states.map((state) => `    ${propertyKey(state.policy.name)}: ${state.constName},\n`)),
    stores: entries(catalog.stores.map((store) => `    ${propertyKey(store.policy.name)}: ${store.constName},\n`)),
  };
}

function imports(catalog: CatalogEntries, needs: readonly Need[]): string {
  const kinds = new Set(needs.map(({ kind }) => kind));
  const reduced = new Set(needs.map((need) => (need.kind === "reducers" ? need.reducersName : "")));
  return [
    importText(
      [
        "defineRegistry",
        "type Ledger",
        "type Registry",
        ...(kinds.has("approvers") ? ["type ApproverKeys"] : []),
        ...(kinds.has("env") ? ["type Caller"] : []),
        ...(kinds.has("stores") ? ["type StoresPlace"] : []),
        ...(kinds.has("sealing") ? ["type SealingKey"] : []),
      ],
      "@toolwright/runtime",
    ),
    ...catalog.states.map((state) =>
      importText(
        [state.constName, ...(reduced.has(state.reducersName) ? [`type ${state.reducersName}`] : [])],
        `./states/${state.stem}.js`,
      ),
    ),
    ...catalog.stores.map((store) => importText([store.constName], `./stores/${store.stem}.js`)),
    // Types only: a thousand modules that are loaded take longer than everything else that a registry does.
    ...catalog.tools.map((tool) =>
      importText(
        [tool.inputName, tool.outputName, tool.className, tool.policyName].map((name) => `type ${name}`),
        `./tools/${tool.stem}.js`,
      ),
    ),
  ].join("\n");
}

function needText(need: Need, catalog: CatalogEntries): string {
  return docComment(need.doc) + needBody(need, catalog);
}

function needBody(need: Need, catalog: CatalogEntries): string {
  const asks = (name: string, type: string) => interfaceText(need.interfaceName, [{ name, type }]);
  switch (need.kind) {
    case "tools": {
      const members = catalog.tools.map(
        (tool) => `    readonly ${propertyKey(tool.policy.name)}: ${tool.className};\n`,
      );
      return asks("tools", members.length === 0 ? "{}" : `{\n${members.join("")}  }`);
    }
    case "ledger":
      return asks("ledger", need.durable ? 'Ledger<"durable">' : "Ledger");
    case "approvers":
      return asks(
        "approvals",
        `{\n    readonly ${propertyKey(need.group)}: Readonly<Record<string, ApproverKeys>>;\n  }`,
      );
    case "reducers":
      return asks("reducers", `{\n    readonly ${propertyKey(need.state)}: ${need.reducersName};\n  }`);
    case "sealing":
      return asks("sealing", "SealingKey");
    case "stores":
      return asks("stores", "StoresPlace");
    case "env": {
      const names = `/** The settings and secrets that may be asked for. */\n${unionText("EnvName", need.variables.map(stringLiteral))}`;
      return `${asks("env", "(name: EnvName, caller: Caller) => string | undefined | Promise<string | undefined>")}\n\n${names}`;
    }
  }
}

function entries(lines: readonly string[]): string {
  return lines.length === 0 ? "{}" : `{\n${lines.join("")}  }`;
}

function intersection(names: readonly string[]): string {
  const flat = names.join(" & ");
  return `export type Wiring = ${flat};`.length <= 120 ? flat : names.join(" &\n  ");
}
