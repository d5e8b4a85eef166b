import { stateEntry, storeEntry, toolEntry } from "../model/catalog-entry.js";
import type { ModuleModel } from "../model/catalog-model.js";
import type { ModelledCatalog } from "../model/model-catalog.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import type { RememberedModule } from "./generation-memory.js";
import { contractOrigin } from "./known-modules.js";
import { modulePaths } from "./module-paths.js";

/** What to keep of modules that were just printed; `made` has the digests of their files, `policies` how the registry writes theirs. */
export function rememberModules(
  { catalog, notes }: ModelledCatalog,
  found: readonly Diagnostic[],
  made: ReadonlyMap<string, string>,
  policies: ReadonlyMap<string, string>,
): readonly RememberedModule[] {
  const noted = new Set([...notes.values()].flat());
  // What was said of a file as such: while it was read, and of being used by nobody.
  const said = new Map<string, Diagnostic[]>();
  for (const diagnostic of found)
    if (!noted.has(diagnostic)) said.set(diagnostic.file, [...(said.get(diagnostic.file) ?? []), diagnostic]);
  const about = (kind: RememberedModule["kind"], module: ModuleModel) => ({
    files: Object.fromEntries(
      Object.values(modulePaths(kind, module.stem)).map((path) => [path, made.get(path) ?? ""]),
    ),
    diagnostics: [...(said.get(module.specFile) ?? []), ...(notes.get(module.specFile) ?? [])],
    madeFrom: contractOrigin(module),
  });
  return [
    ...catalog.tools.map((tool) => ({
      kind: "tool" as const,
      entry: toolEntry(tool),
      policyText: policies.get(tool.policy.name) ?? "",
      ...about("tool", tool),
    })),
    ...catalog.stores.map((store) => ({ kind: "store" as const, entry: storeEntry(store), ...about("store", store) })),
    ...catalog.states.map((state) => ({ kind: "state" as const, entry: stateEntry(state), ...about("state", state) })),
  ];
}
