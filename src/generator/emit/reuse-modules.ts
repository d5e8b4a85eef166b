import { type Spellings, spellCatalog } from "../model/model-catalog.js";
import { type CheckedSpecs, readSpecs } from "../spec/read-specs.js";
import { entriesOf, type GenerationMemory, type RememberedModule } from "./generation-memory.js";

/** What is generated anew, and what is left as it is. */
export interface Reuse {
  readonly specs: CheckedSpecs;
  readonly kept: readonly RememberedModule[];
  /** How everything of the catalog is spelt, where that had to be found out. */
  readonly spellings?: Spellings;
}

/**
 * Reads the specs that changed and those that a change reaches. Modules reach each other by more than files: by their
 * names, which are allocated together, and by being used; so whoever is reached is read too, until nobody is.
 */
export function reuseModules(
  sources: ReadonlyMap<string, string>,
  digests: ReadonlyMap<string, string>,
  memory: GenerationMemory,
): Reuse {
  const fresh = new Set([...digests].filter(([file, digest]) => memory.sources[file] !== digest).map(([file]) => file));
  const gone = Object.keys(memory.sources).filter((file) => !digests.has(file));
  const kept = new Map(memory.modules.map((module) => [module.entry.specFile, module]));
  const reach = (reached: Iterable<string>) => {
    const files = new Set(reached);
    // A set can grow while it is walked: whoever is reached reaches others.
    for (const file of files) {
      if (digests.has(file)) fresh.add(file);
      kept.delete(file);
      for (const { entry } of kept.values()) if (entry.sources.includes(file)) files.add(entry.specFile);
    }
  };
  const known = new Set(memory.modules.map(({ entry }) => entry.specFile));
  reach([...fresh, ...gone, ...[...digests.keys()].filter((file) => isSpec(file) && !known.has(file))]);
  for (;;) {
    // Past half of the catalog, working out what to spare costs more than it spares.
    if (fresh.size * 2 > digests.size) return { specs: readSpecs(sources), kept: [] };
    const specs = readSpecs(sources, fresh);
    const spellings = spellCatalog(specs, entriesOf(kept.values()));
    const reached = reachedByName(specs, kept, spellings);
    if (reached.length === 0) return { specs, kept: [...kept.values()], spellings };
    reach(reached);
  }
}

function isSpec(file: string): boolean {
  return /\.(tool|store|state)\.(json|ya?ml)$/.test(file);
}

/** Remembered modules that are no longer what they were although no file of theirs changed. */
function reachedByName(
  specs: CheckedSpecs,
  kept: ReadonlyMap<string, RememberedModule>,
  spellings: Spellings,
): readonly string[] {
  const others = entriesOf(kept.values());
  const taken = {
    tool: new Set(specs.tools.map(({ spec }) => spec.name)),
    store: new Set(specs.stores.map(({ name }) => name)),
    state: new Set(specs.states.map(({ name }) => name)),
  };
  const used = {
    tool: new Set<string>(),
    store: new Set([
      ...specs.tools.flatMap(({ spec }) => Object.keys(spec.stores ?? {})),
      ...others.tools.flatMap(({ stores }) => stores.map(({ name }) => name)),
    ]),
    state: new Set([
      ...specs.tools.flatMap(({ spec }) => Object.keys(spec.state ?? {})),
      ...others.tools.flatMap(({ states }) => states.map(({ name }) => name)),
    ]),
  };
  return [...kept.values()]
    .filter(({ kind, entry, diagnostics }) => {
      const { name } = entry.policy;
      const spelling = spellings[`${kind}s`].get(name);
      const wasUsed = !diagnostics.some(({ code }) => code === `unused-${kind}`);
      return (
        taken[kind].has(name) || spelling?.stem !== entry.stem || (kind !== "tool" && used[kind].has(name) !== wasUsed)
      );
    })
    .map(({ entry }) => entry.specFile);
}
