import { _, type CodeKeywordDefinition, type KeywordCxt, str } from "ajv";
import { callRef } from "ajv/dist/vocabularies/core/ref.js";
import { additionalKeyword } from "./contract-additional.js";
import { isAmong, raw } from "./contract-among.js";

/** ajv follows references, and refers to its copy of the schema for values; these call functions by name, write values where they are used, and compare decimals. */
export const contractKeywords: readonly CodeKeywordDefinition[] = [
  { keyword: "$ref", schemaType: "string", code: (cxt) => callRef(cxt, raw(`judge_${cxt.schema}`)) },
  {
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}`, params: _`{}` },
    code(cxt) {
      const isMultiple = cxt.gen.scopeValue("func", { ref: "isMultiple", code: raw("isMultiple") });
      cxt.fail(_`!${isMultiple}(${cxt.data}, ${cxt.schemaCode})`);
    },
  },
  {
    keyword: "const",
    error: { message: ({ schema }) => str`must be ${brief(schema)}`, params: _`{}` },
    code: (cxt) => failUnless(cxt, [cxt.schema]),
  },
  {
    keyword: "enum",
    schemaType: "array",
    error: { message: ({ schema }) => str`must be ${among(schema as unknown[])}`, params: _`{}` },
    code: (cxt) => failUnless(cxt, cxt.schema as unknown[]),
  },
  additionalKeyword,
];

const mostListed = 20;

function failUnless(cxt: KeywordCxt, values: readonly unknown[]): void {
  cxt.fail(_`!(${isAmong(cxt.gen, cxt.data, values)})`);
}

/** Values as a message lists them. */
function among(values: readonly unknown[]): string {
  if (values.length <= mostListed) return values.map(brief).join(" or ");
  return `one of ${values.length} values, such as ${values.slice(0, 3).map(brief).join(", ")}`;
}

/** A value as a message shows it. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
