import AjvCore from "ajv/dist/core.js";
import applicator from "ajv/dist/vocabularies/applicator/index.js";
import core from "ajv/dist/vocabularies/core/index.js";
import format from "ajv/dist/vocabularies/format/index.js";
import next from "ajv/dist/vocabularies/next.js";
import validation from "ajv/dist/vocabularies/validation/index.js";
import { knownFormats } from "../model/schema/known-formats.js";
import { raw } from "./contract-among.js";
import { contractKeywords } from "./contract-keywords.js";
import { ContractScope } from "./contract-scope.js";
import { unevaluatedKeywords } from "./contract-unevaluated.js";

const compilePattern = Object.assign((source: string) => compiled(source), { code: "pattern" });

/** What ajv makes of some schemas. */
export interface CompiledSchemas {
  /** Values that the functions use, by name. */
  readonly values: ReadonlyMap<string, string>;
  readonly functions: readonly string[];
  /** The name of the function for each schema. */
  readonly names: ReadonlyMap<string, string>;
}

/** An ajv for bundles only: no identifiers, no dynamic scope, no meta-schema, no bookkeeping of what was evaluated. */
export class ContractCompiler extends AjvCore.default {
  readonly #functions: string[];

  constructor(inheritedNames: boolean) {
    const functions: string[] = [];
    super({
      code: {
        lines: true,
        optimize: false,
        formats: raw("formats"),
        regExp: compilePattern,
        // Only the text is wanted: nothing that a schema says is ever run while generating.
        process: (code) => {
          functions.push(code.slice(code.indexOf("return function ") + "return ".length));
          return "return function () {};";
        },
      },
      allErrors: true,
      strict: false,
      logger: false,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      unicodeRegExp: true,
      loopRequired: Number.POSITIVE_INFINITY,
      next: true,
      unevaluated: false,
      // Slower, and only of use where a member has the name of one that every object inherits.
      ownProperties: inheritedNames,
    });
    this.#functions = functions;
    for (const name of knownFormats) this.addFormat(name, () => true);
  }

  override _addVocabularies(): void {
    super._addVocabularies();
    const ours = [...contractKeywords, ...unevaluatedKeywords];
    const replaced = new Set(ours.map(({ keyword }) => keyword));
    const standard = [core.default, validation.default, applicator.default(true), format.default, next.default];
    for (const vocabulary of standard)
      for (const definition of vocabulary) {
        const word = typeof definition === "string" ? definition : definition.keyword;
        if (!replaced.has(word as string)) this.addKeyword(definition);
      }
    this.addVocabulary(ours);
  }

  /** Compiles the schemas of one module. Names begin anew with each, so that no module depends on those before it. */
  compileAll(schemas: ReadonlyMap<string, unknown>): CompiledSchemas {
    const scope = new ContractScope();
    Object.assign(this, { scope });
    this.#functions.length = 0;
    const names = new Map<string, string>();
    for (const [name, schema] of schemas)
      names.set(name, String(this.compile(schema as object).schemaEnv.validateName));
    this.removeSchema();
    return { values: scope.values, functions: [...this.#functions], names };
  }
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
