import { WiringError } from "../tool/wiring-error.js";

/** An object whose undeclared members throw a sentence: the run-time twin of a type that does not have them. */
export function declaredOnly<T extends object>(declared: T, refusal: (name: string) => string): T {
  return new Proxy(declared, {
    get(target, name, receiver) {
      if (typeof name === "string" && !Object.hasOwn(target, name)) throw new WiringError(refusal(name));
      return Reflect.get(target, name, receiver);
    },
  });
}
