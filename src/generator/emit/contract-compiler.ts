import AjvCore from "ajv/dist/core.js";
import applicator from "ajv/dist/vocabularies/applicator/index.js";
import core from "ajv/dist/vocabularies/core/index.js";
import format from "ajv/dist/vocabularies/format/index.js";
import next from "ajv/dist/vocabularies/next.js";
import unevaluated from "ajv/dist/vocabularies/unevaluated/index.js";
import validation from "ajv/dist/vocabularies/validation/index.js";
import { knownFormats } from "../model/schema/known-formats.js";
import { contractKeywords, raw } from "./contract-keywords.js";

/** What the schemas of a module need from the compiler beyond the plain. */
export interface CompilerNeeds {
  readonly unevaluated: boolean;
  /** Some member has the name of one that every object inherits, such as "constructor". */
  readonly inheritedNames: boolean;
}

const compilePattern = Object.assign((source: string) => compiled(source), { code: "pattern" });

/**
 * An ajv for bundles only: no identifiers, no dynamic scope, no meta-schema, and bookkeeping of what was evaluated only
 * where it is asked for. Fresh for each module, since the names it gives depend on what it has compiled before.
 */
export class ContractCompiler extends AjvCore.default {
  constructor(needs: CompilerNeeds) {
    super({
      code: { source: true, esm: true, lines: true, optimize: false, formats: raw("formats"), regExp: compilePattern },
      allErrors: true,
      strict: false,
      logger: false,
      meta: false,
      validateSchema: false,
      addUsedSchema: false,
      inlineRefs: false,
      unicodeRegExp: true,
      loopRequired: Number.POSITIVE_INFINITY,
      next: true,
      unevaluated: needs.unevaluated,
      ownProperties: needs.inheritedNames,
    });
    for (const name of knownFormats) this.addFormat(name, () => true);
  }

  override _addVocabularies(): void {
    super._addVocabularies();
    const replaced = new Set(contractKeywords.map(({ keyword }) => keyword));
    const own = [core.default, validation.default, applicator.default(true), format.default, next.default];
    if (this.opts.unevaluated) own.push(unevaluated.default);
    for (const vocabulary of own)
      for (const definition of vocabulary) {
        const word = typeof definition === "string" ? definition : definition.keyword;
        if (!replaced.has(word as string)) this.addKeyword(definition);
      }
    this.addVocabulary([...contractKeywords]);
  }
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
