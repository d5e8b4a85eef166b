import { definitionKey } from "./definition-key.js";
import { type DynamicScope, emptyScope, enterScope } from "./dynamic-scope.js";
import { deepestNesting, mostSubschemas, tooDeep, tooLarge } from "./limits.js";
import { modernWords } from "./modern-words.js";
import { type Documents, SchemaLibrary, type Site } from "./schema-library.js";
import type { SchemaNote, SchemaPlace } from "./schema-note.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";

/** A schema in draft 2020-12 that needs nothing but itself: references are `#` or `#/$defs/<key>`, other identifiers are gone. */
export interface Bundle {
  readonly root: unknown;
  readonly definitions: ReadonlyMap<string, unknown>;
  /** Where each schema of the bundle was written. */
  readonly places: WeakMap<object, SchemaPlace>;
  /** The documents that references led into. */
  readonly opened: ReadonlySet<string>;
}

interface Pending {
  readonly key: string;
  readonly site: Site;
  readonly scope: DynamicScope;
}

/** Gathers a schema and everything it refers to. */
export function bundleSchema(
  schema: unknown,
  place: SchemaPlace,
  documents: Documents,
  report: (note: SchemaNote) => void,
): Bundle {
  const library = new SchemaLibrary(documents);
  const places = new WeakMap<object, SchemaPlace>();
  const definitions = new Map<string, unknown>();
  const refs = new Map<string, string>();
  const pending: Pending[] = [];
  let size = 0;

  const note = (
    severity: SchemaNote["severity"],
    at: SchemaPlace,
    text: Pick<SchemaNote, "code" | "message" | "hint" | "part">,
  ) => report({ ...text, severity, file: at.file, pointer: at.pointer });

  const reference = (site: Site, scope: DynamicScope): string => {
    const id = `${site.place.file}#${site.place.pointer}\n${scope.id}`;
    const known = refs.get(id);
    if (known !== undefined) return known;
    const key = definitionKey(site.place, (taken) => definitions.has(taken));
    definitions.set(key, true);
    refs.set(id, `#/$defs/${key}`);
    pending.push({ key, site, scope });
    return `#/$defs/${key}`;
  };

  const follow = (word: string, ref: string, site: Site, scope: DynamicScope): string | undefined => {
    const at = library.below(site, [word], ref).place;
    let target = library.resolve(ref, site.resource);
    if ("code" in target) {
      note("error", at, target);
      return undefined;
    }
    const name = /#([^/]+)$/.exec(ref)?.[1];
    if (word === "$dynamicRef" && name !== undefined && target.resource.dynamicAnchors.has(name))
      target = scope.outermost(name, library) ?? target;
    if (typeof target.schema !== "boolean" && !isSchemaObject(target.schema)) {
      note("error", at, {
        code: "missing-ref",
        message: `${JSON.stringify(ref)} points at something that is no schema.`,
        hint: "Point at a definition.",
      });
      return undefined;
    }
    return reference(target, enterScope(scope, target.resource));
  };

  const convert = (site: Site, scope: DynamicScope, depth: number): unknown => {
    if (!isSchemaObject(site.schema)) return site.schema;
    if (depth > deepestNesting || ++size > mostSubschemas) {
      note("error", site.place, depth > deepestNesting ? tooDeep : tooLarge);
      return true;
    }
    const { strangeDialect } = site.resource;
    if (strangeDialect !== undefined && site.resource.schema === site.schema)
      note("error", library.below(site, ["$schema"], strangeDialect).place, {
        code: "unknown-dialect",
        message: `${JSON.stringify(strangeDialect)} is not a draft that is known here.`,
        hint: "Use draft 2020-12 or draft-07.",
      });
    const converted: SchemaObject = modernWords(site.schema, site.resource.dialect, {
      child: (path, schema) => {
        const inner = library.below(site, path, schema);
        return convert(inner, enterScope(scope, inner.resource), depth + 1);
      },
      ref: (word, ref) => follow(word, ref, site, scope),
      note: (severity, path, text) => note(severity, library.below(site, path, undefined).place, text),
    });
    places.set(converted, site.place);
    return converted;
  };

  const start = library.enter(schema, place);
  const scope = enterScope(emptyScope, start.resource);
  refs.set(`${place.file}#${place.pointer}\n${scope.id}`, "#");
  const root = convert(start, scope, 0);
  for (let next = pending.shift(); next !== undefined; next = pending.shift())
    definitions.set(next.key, convert(next.site, next.scope, 0));
  return { root, definitions, places, opened: library.opened };
}
