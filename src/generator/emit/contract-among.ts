import { _, type Code, type CodeGen } from "ajv";
import { _Code } from "ajv/dist/compile/codegen/code.js";
import { contractLiteral } from "./contract-literal.js";

const mostCompared = 8;

/** Code that stands in the module as it is written here. */
export function raw(text: string): Code {
  return new _Code(text);
}

/** Code that tells whether a value is among the given ones: compared one by one if they are few, else looked up. */
export function isAmong(gen: CodeGen, value: Code, values: readonly unknown[]): Code {
  const scalars = values.every((one) => typeof one !== "object" || one === null);
  if (scalars && values.length > 0 && values.length <= mostCompared) {
    const tests = values.map((one) => _`${value} === ${raw(contractLiteral(one))}`);
    return tests.reduce((all, test) => _`${all} || ${test}`);
  }
  const among = gen.scopeValue("obj", { ref: {}, key: values, code: raw(`oneOfValues(${contractLiteral(values)})`) });
  return _`${among}(${value})`;
}
