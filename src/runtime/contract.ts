export type { Json } from "./tool/json.js";
export { codePointLength } from "./tool/schema/code-point-length.js";
export { equal } from "./tool/schema/equal.js";
export { formats } from "./tool/schema/formats.js";
export { isMultiple } from "./tool/schema/is-multiple.js";
export { oneOfValues } from "./tool/schema/one-of-values.js";
export { pattern } from "./tool/schema/pattern.js";
export { type CompiledSchema, validator } from "./tool/schema/validator.js";
export type { Validator, Verdict, Violation } from "./tool/verdict.js";
