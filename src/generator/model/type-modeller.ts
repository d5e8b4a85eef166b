import type { Diagnostic } from "../spec/diagnostic.js";
import type { DiagnosticCode } from "../spec/explanations.js";
import { diagnose, type SpecDocument } from "../spec/spec-document.js";
import type { ToolModel } from "./catalog-model.js";
import { modelSchema, type SchemaModel, type TypeDeclaration } from "./schema/model-schema.js";
import type { NameScope } from "./schema/name-scope.js";

/** A schema of a spec, ready to print under the name that was decided for it. */
export interface NamedType {
  readonly bundled: unknown;
  readonly types: readonly TypeDeclaration[];
  readonly aliases: ToolModel["aliases"];
  readonly diagnostics: readonly Diagnostic[];
}

/** Models schemas of one spec folder. */
export class TypeModeller {
  readonly #documents: ReadonlyMap<string, SpecDocument>;
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(documents: ReadonlyMap<string, SpecDocument>) {
    this.#documents = documents;
    this.#values = new Map([...documents].map(([file, { value }]) => [file, value]));
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
      diagnostics: this.#place(model, document),
    };
  }

  #place(model: SchemaModel, document: SpecDocument): readonly Diagnostic[] {
    return model.notes.map((note) =>
      diagnose(this.#documents.get(note.file) ?? document, { ...note, code: note.code as DiagnosticCode }),
    );
  }
}
