import { stringLiteral } from "./string-literal.js";

/** Whether a key can be written without quotes, as prettier would. */
export function isPlainKey(key: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key);
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
