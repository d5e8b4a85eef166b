import type { ModuleModel } from "../model/catalog-model.js";
import type { GenerationMemory, RememberedModule } from "./generation-memory.js";
import { digestOf } from "./manifest.js";
import { modulePaths } from "./module-paths.js";
import type { TypeForms } from "./types-compile.js";

/** What need not be worked out again: it was printed before, and the files on the disk still say it. */
export interface KnownModules {
  readonly forms: TypeForms;
  /** Policies as the registry writes them out, by tool. */
  readonly policies: ReadonlyMap<string, string>;
  /** What contracts were made from, and the digests of their files, by path. */
  readonly contracts: ReadonlyMap<string, { readonly madeFrom: string; readonly digest: string }>;
}

/** What a memory knows that may still be of use. */
export function knownModules(memory: GenerationMemory | null, kept: readonly RememberedModule[]): KnownModules {
  const contracts = (memory?.modules ?? []).map(({ kind, entry, files, madeFrom }) => {
    const { contract } = modulePaths(kind, entry.stem);
    return [contract, { madeFrom, digest: files[contract] ?? "" }] as const;
  });
  const policies = kept.flatMap((module) =>
    module.kind === "tool" ? [[module.entry.policy.name, module.policyText] as const] : [],
  );
  return {
    forms: new Map(Object.entries(memory?.forms ?? {})),
    policies: new Map(policies),
    contracts: new Map(contracts),
  };
}

/** Names what a contract is made from. Compiling one takes long, and most changes of a spec leave its schemas alone. */
export function contractOrigin({ specFile, contract }: ModuleModel): string {
  return digestOf(JSON.stringify([specFile, contract]));
}
