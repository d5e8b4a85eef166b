import type { Resource } from "./resource.js";
import type { SchemaLibrary, Site } from "./schema-library.js";

/** Which resource each `$dynamicAnchor` means along one path of references: the outermost that has it. */
export interface DynamicScope {
  /** Equal for scopes that mean the same. */
  readonly id: string;
  readonly resources: ReadonlyMap<string, Resource>;
  outermost(name: string, library: SchemaLibrary): Site | undefined;
}

/** The scope before any resource was entered. */
export const emptyScope: DynamicScope = scopeOf(new Map());

/** The scope after entering a resource; what is further out wins. */
export function enterScope(scope: DynamicScope, resource: Resource): DynamicScope {
  const fresh = [...resource.dynamicAnchors.keys()].filter((name) => !scope.resources.has(name));
  if (fresh.length === 0) return scope;
  return scopeOf(new Map([...scope.resources, ...fresh.map((name) => [name, resource] as const)]));
}

function scopeOf(resources: ReadonlyMap<string, Resource>): DynamicScope {
  return {
    id: [...resources]
      .map(([name, { uri }]) => `${name} ${uri}`)
      .sort()
      .join("\n"),
    resources,
    outermost(name, library) {
      const resource = resources.get(name);
      if (resource === undefined) return undefined;
      const site = library.resolve(`#${name}`, resource);
      return "code" in site ? undefined : site;
    },
  };
}
