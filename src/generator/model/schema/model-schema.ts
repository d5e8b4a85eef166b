import { type Bundle, bundleSchema } from "./bundle-schema.js";
import { checkBundle } from "./check-bundle.js";
import { definitionLabel } from "./definition-key.js";
import { fingerprint } from "./fingerprint.js";
import { hoistShapes } from "./hoist-shapes.js";
import { tooDeep } from "./limits.js";
import { Lowering } from "./lower-schema.js";
import { mapReferences } from "./map-references.js";
import type { NameScope } from "./name-scope.js";
import { schemaDoc } from "./schema-doc.js";
import type { Documents } from "./schema-library.js";
import type { SchemaNote, SchemaPlace } from "./schema-note.js";
import { isSchemaObject } from "./schema-object.js";
import type { TypeDeclaration } from "./type-declaration.js";

export type { SchemaNote } from "./schema-note.js";
export type { TypeDeclaration } from "./type-declaration.js";

/** All that generated code and models need to know of one schema. */
export interface SchemaModel {
  /** TypeScript type text to use, normally the name of a declaration. */
  readonly rootType: string;
  readonly declarations: readonly TypeDeclaration[];
  /** Self-contained JSON Schema in draft 2020-12 with local `$defs` only. */
  readonly bundled: unknown;
  readonly notes: readonly SchemaNote[];
  /** The documents that references led into. */
  readonly opened: ReadonlySet<string>;
}

/** A schema, where it is written, and the module it is modelled for. */
export interface SchemaRequest {
  readonly schema: unknown;
  readonly file: string;
  readonly pointer: string;
  readonly rootName: string;
  readonly names: NameScope;
  readonly documents: Documents;
}

/** Resolves a schema and decides its types. Definitions that another schema of the module declared already are not declared again. */
export function modelSchema(request: SchemaRequest): SchemaModel {
  try {
    return model(request);
  } catch (error) {
    // Levels are bounded, but not how definitions lead from one to the next.
    if (!(error instanceof RangeError)) throw error;
    const { file, pointer } = request;
    return {
      rootType: "unknown",
      declarations: [],
      bundled: true,
      notes: [{ ...tooDeep, severity: "error", file, pointer }],
      opened: new Set(),
    };
  }
}

function model(request: SchemaRequest): SchemaModel {
  const { rootName, names } = request;
  const notes: SchemaNote[] = [];
  const place: SchemaPlace = { file: request.file, pointer: request.pointer };
  const bundle = bundleSchema(request.schema, place, request.documents, (note) => notes.push(note));
  notes.push(...checkBundle(bundle));
  const bundled = selfContained(bundle);
  if (notes.some(({ severity }) => severity === "error"))
    return { rootType: "unknown", declarations: [], bundled, notes, opened: bundle.opened };

  names.reserve(rootName);
  const declarations: TypeDeclaration[] = [];
  const named = new Map<string, string>([["#", rootName]]);
  const pending: { readonly name: string; readonly schema: unknown }[] = [{ name: rootName, schema: bundle.root }];
  const lowering = new Lowering((ref) => definition(bundle, ref));
  const nameOf = (ref: string): string => {
    const known = named.get(ref);
    if (known !== undefined) return known;
    const schema = definition(bundle, ref);
    const label = definitionLabel((isSchemaObject(schema) && bundle.places.get(schema)) || place);
    const content = fingerprint(bundle, ref) ?? `${rootName} ${ref}`;
    const { name, fresh } = names.declare(content, label, `${rootName}_${label}`);
    named.set(ref, name);
    if (fresh) pending.push({ name, schema });
    return name;
  };
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const inner: TypeDeclaration[] = [];
    const shape = mapReferences(lowering.lower(next.schema), nameOf);
    const hoisted = hoistShapes(shape, next.name, (wanted, part) => {
      const { name, fresh } = names.declare(JSON.stringify(part), wanted);
      if (fresh) inner.push({ name, schema: part, doc: "" });
      return name;
    });
    declarations.push({ name: next.name, schema: hoisted, doc: schemaDoc(next.schema) }, ...inner.reverse());
  }
  return { rootType: rootName, declarations, bundled, notes, opened: bundle.opened };
}

function definition(bundle: Bundle, ref: string): unknown {
  return ref === "#" ? bundle.root : bundle.definitions.get(ref.slice("#/$defs/".length));
}

function selfContained({ root, definitions }: Bundle): unknown {
  if (!isSchemaObject(root) || definitions.size === 0) return root;
  return { ...root, $defs: Object.fromEntries(definitions) };
}
