import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name } from "ajv";
import names from "ajv/dist/compile/names.js";
import { alwaysValidSchema, Type } from "ajv/dist/compile/util.js";
import { usePattern } from "ajv/dist/vocabularies/code.js";
import { isAmong } from "./contract-among.js";

/** ajv looks for the names of many members in its copy of the schema, which the module does not have; this writes them down. */
export const additionalKeyword: CodeKeywordDefinition = {
  keyword: "additionalProperties",
  before: "properties",
  type: "object",
  schemaType: ["boolean", "object"],
  trackErrors: true,
  error: {
    message: "must NOT have additional properties",
    params: ({ params }) => _`{additionalProperty: ${params.additionalProperty}}`,
  },
  code(cxt) {
    const { gen, schema, data, errsCount, it } = cxt;
    if (alwaysValidSchema(it, schema)) return;
    const tests = knownBy(cxt);
    gen.forIn("key", data, (key) => {
      if (tests.length === 0) judge(cxt, key);
      else
        gen.if(_`!(${tests.map((test) => test(key)).reduce((all, test) => _`${all} || ${test}`)})`, () =>
          judge(cxt, key),
        );
    });
    cxt.ok(_`${errsCount} === ${names.default.errors}`);
  },
};

/** The ways in which a member may be known: by its name, or by a pattern. */
function knownBy(cxt: KeywordCxt): readonly ((key: Name) => Code)[] {
  const { properties = {}, patternProperties = {} } = cxt.parentSchema;
  const members = Object.keys(properties);
  return [
    ...(members.length === 0 ? [] : [(key: Name) => isAmong(cxt.gen, key, members)]),
    ...Object.keys(patternProperties).map((source) => (key: Name) => _`${usePattern(cxt, source)}.test(${key})`),
  ];
}

function judge(cxt: KeywordCxt, key: Name): void {
  if (cxt.schema === false) {
    cxt.setParams({ additionalProperty: key });
    cxt.error();
  } else {
    const place = { keyword: "additionalProperties", dataProp: key, dataPropType: Type.Str };
    cxt.subschema(place, cxt.gen.name("valid"));
  }
}
