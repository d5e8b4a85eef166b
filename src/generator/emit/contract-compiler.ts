import AjvCore from "ajv/dist/core.js";
import applicator from "ajv/dist/vocabularies/applicator/index.js";
import core from "ajv/dist/vocabularies/core/index.js";
import format from "ajv/dist/vocabularies/format/index.js";
import next from "ajv/dist/vocabularies/next.js";
import validation from "ajv/dist/vocabularies/validation/index.js";
import { knownFormats } from "../model/schema/known-formats.js";
import { raw } from "./contract-among.js";
import { contractKeywords } from "./contract-keywords.js";
import { unevaluatedKeywords } from "./contract-unevaluated.js";

const compilePattern = Object.assign((source: string) => compiled(source), { code: "pattern" });

/**
 * An ajv for bundles only: no identifiers, no dynamic scope, no meta-schema, no bookkeeping of what was evaluated. Fresh
 * for each module, since the names it gives depend on what it has compiled before.
 */
export class ContractCompiler extends AjvCore.default {
  constructor(inheritedNames: boolean) {
    super({
      code: {
        source: true,
        esm: true,
        lines: true,
        optimize: false,
        formats: raw("formats"),
        regExp: compilePattern,
        // Only the text is wanted: nothing that a schema says is ever run while generating.
        process: () => "return function () {};",
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
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
