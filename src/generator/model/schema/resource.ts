import { type Dialect, dialectOf } from "./dialect.js";
import { pointerTo } from "./json-pointer.js";
import { deepestNesting } from "./limits.js";
import type { SchemaPlace } from "./schema-note.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";
import { subschemas } from "./subschemas.js";

/** A schema with a URI of its own, and the names inside it. */
export interface Resource {
  readonly uri: string;
  readonly place: SchemaPlace;
  readonly schema: unknown;
  readonly dialect: Dialect;
  /** The `$schema` of this resource where it names no draft we know. */
  readonly strangeDialect: string | undefined;
  readonly anchors: ReadonlyMap<string, SchemaPlace>;
  readonly dynamicAnchors: ReadonlyMap<string, SchemaPlace>;
}

/** Reads the resource that a schema is the root of, and those embedded in it, itself first. */
export function readResources(schema: unknown, place: SchemaPlace, base: string, inherited: Dialect): Resource[] {
  const anchors = new Map<string, SchemaPlace>();
  const dynamicAnchors = new Map<string, SchemaPlace>();
  const named = isSchemaObject(schema) && typeof schema.$schema === "string" ? schema.$schema : undefined;
  // A relative `$schema` is that of a spec file, for editors; it names no draft.
  const draft = named === undefined || !/^[a-z][a-z0-9+.-]*:/i.test(named) ? inherited : dialectOf(named);
  const dialect = draft ?? inherited;
  const uri = (isSchemaObject(schema) ? ownUri(schema, base, dialect) : undefined) ?? base;
  const strangeDialect = draft === undefined ? named : undefined;
  const found: Resource[] = [{ uri, place, schema, dialect, strangeDialect, anchors, dynamicAnchors }];

  const visit = (value: unknown, at: SchemaPlace, depth: number): void => {
    if (!isSchemaObject(value) || depth > deepestNesting) return;
    if (depth > 0 && ownUri(value, uri, dialect) !== undefined) {
      found.push(...readResources(value, at, uri, dialect));
      return;
    }
    if (dialect === "draft-07") {
      if (typeof value.$id === "string" && value.$id.startsWith("#")) anchors.set(value.$id.slice(1), at);
    } else {
      if (typeof value.$anchor === "string") anchors.set(value.$anchor, at);
      if (typeof value.$dynamicAnchor === "string") dynamicAnchors.set(value.$dynamicAnchor, at);
    }
    for (const { path, schema: inner } of subschemas(value, dialect))
      visit(inner, { file: at.file, pointer: pointerTo(at.pointer, ...path) }, depth + 1);
  };
  visit(schema, place, 0);
  return found;
}

/** The URI a schema gives itself, if it does. */
function ownUri(schema: SchemaObject, base: string, dialect: Dialect): string | undefined {
  const id = schema.$id;
  if (typeof id !== "string" || id.startsWith("#")) return undefined;
  if (dialect === "draft-07" && typeof schema.$ref === "string") return undefined;
  try {
    return new URL(id, base).href.replace(/#.*$/, "");
  } catch {
    return undefined;
  }
}
