import type { Diagnostic } from "../spec/diagnostic.js";
import type { DiagnosticCode } from "../spec/explanations.js";
import { diagnose, type SpecDocument, type SpecDocuments } from "../spec/spec-document.js";
import type { ToolModel } from "./catalog-model.js";
import { modelSchema, type SchemaModel, type TypeDeclaration } from "./schema/model-schema.js";
import type { NameScope } from "./schema/name-scope.js";
import type { Documents } from "./schema/schema-library.js";

/** A schema of a spec, ready to print under the name that was decided for it. */
export interface NamedType {
  readonly bundled: unknown;
  readonly types: readonly TypeDeclaration[];
  readonly aliases: ToolModel["aliases"];
  /** The files that references led into. */
  readonly opened: ReadonlySet<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Models schemas of one spec folder. */
export class TypeModeller {
  readonly #documents: SpecDocuments;
  readonly #values: Documents;

  constructor(documents: SpecDocuments) {
    this.#documents = documents;
    this.#values = { has: (file) => documents.has(file), get: (file) => documents.get(file)?.value };
  }

  /** Models the schema at a pointer of a document; `doc` is said of the type where the schema says nothing. */
  model(
    document: SpecDocument,
    schema: unknown,
    pointer: string,
    rootName: string,
    names: NameScope,
    doc: string,
  ): NamedType {
    const model = modelSchema({ schema, file: document.file, pointer, rootName, names, documents: this.#values });
    return {
      bundled: model.bundled,
      types: model.declarations.map((type) => (type.name === rootName && type.doc === "" ? { ...type, doc } : type)),
      aliases: model.rootType === rootName ? [] : [{ name: rootName, type: model.rootType, doc }],
      opened: model.opened,
      diagnostics: this.#place(model, document),
    };
  }

  #place(model: SchemaModel, document: SpecDocument): readonly Diagnostic[] {
    return model.notes.map((note) =>
      diagnose(this.#documents.get(note.file) ?? document, { ...note, code: note.code as DiagnosticCode }),
    );
  }
}

/** The files that a module depends on: its own first, then those that its schemas or its spec refer to. */
export function sourcesOf(
  document: SpecDocument,
  parts: readonly NamedType[],
  named: readonly string[] = [],
): readonly string[] {
  const others = new Set([...parts.flatMap(({ opened }) => [...opened]), ...named]);
  others.delete(document.file);
  return [document.file, ...[...others].sort()];
}
