import { stringLiteral } from "./string-literal.js";

/** Whether a key is written without quotes. Letters beyond ASCII keep them: compilers know different versions of Unicode. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key);
}

/** A key of an object literal; "__proto__" is computed, or it would set the prototype. */
export function propertyKey(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isPlainKey(key) ? key : stringLiteral(key);
}

/** A key of an interface. */
export function memberName(key: string): string {
  return isPlainKey(key) ? key : stringLiteral(key);
}
