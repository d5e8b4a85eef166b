/** Sets an own member, also one named `__proto__`. */
export function setMember<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
  else object[key] = value;
}
