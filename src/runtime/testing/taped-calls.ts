import { canonicalJson } from "../executor/canonical-json.js";
import type { Json } from "../tool/json.js";

/** One call of a recorded object, as JSON can carry it. */
export interface TapedCall {
  readonly member: string;
  readonly args: Json;
  readonly ended: "returned" | "resolved" | "threw" | "rejected";
  /** What it returned, or the name and message of what it threw; absent for undefined. */
  readonly value?: Json;
}

/** The object, with every call of its functions put on a tape that can be saved as JSON. */
export function recordCalls<T extends object>(
  target: T,
): { readonly recorded: T; readonly tape: readonly TapedCall[] } {
  const tape: TapedCall[] = [];
  const record = (member: string, call: (...args: unknown[]) => unknown) => {
    return (...args: unknown[]): unknown => {
      const put = (ended: TapedCall["ended"], value: unknown) => {
        tape.push({ member, args: asked, ended, ...(value === undefined ? {} : { value: jsonOf(value) }) });
      };
      // Before the call: it may change what it is given.
      const asked = jsonOf(args);
      try {
        const answer = call(...args);
        if (answer instanceof Promise)
          answer.then(
            (value) => put("resolved", value),
            (error) => put("rejected", namedOf(error)),
          );
        else put("returned", answer);
        return answer;
      } catch (error) {
        put("threw", namedOf(error));
        throw error;
      }
    };
  };
  const recorded = new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name, object);
      return typeof value === "function" && typeof name === "string" ? record(name, value.bind(object)) : value;
    },
  });
  return { recorded, tape };
}

/** An object that answers from a tape: equal calls in the order they were recorded, others with an error. */
export function replayCalls<T extends object>(tape: readonly TapedCall[]): T {
  const left = [...tape];
  const answer = (member: string, args: unknown[]): unknown => {
    const asked = canonicalJson(jsonOf(args));
    const at = left.findIndex((taped) => taped.member === member && canonicalJson(taped.args) === asked);
    const [taped] = at === -1 ? [] : left.splice(at, 1);
    if (taped === undefined) throw new Error(`the tape has no (further) call ${member}(${asked.slice(1, -1)})`);
    switch (taped.ended) {
      case "returned":
        return taped.value;
      case "resolved":
        return Promise.resolve(taped.value);
      case "threw":
        throw errorOf(taped.value);
      case "rejected":
        return Promise.reject(errorOf(taped.value));
    }
  };
  return new Proxy({} as T, {
    get: (_object, name) =>
      // With a member "then" it would be taken for a promise by whoever awaits it.
      typeof name === "string" && name !== "then" ? (...args: unknown[]) => answer(name, args) : undefined,
  });
}

function jsonOf(value: unknown): Json {
  return JSON.parse(JSON.stringify(value) ?? "null");
}

function namedOf(error: unknown): Json {
  return error instanceof Error ? { name: error.name, message: error.message } : { name: "Error", message: `${error}` };
}

function errorOf(value: Json | undefined): Error {
  const { name, message } = value as { readonly name: string; readonly message: string };
  return Object.assign(new Error(message), { name });
}
