import { canonicalJson } from "../executor/canonical-json.js";
import type { Json } from "../tool/json.js";

/** One use of a recorded object, as JSON can carry it. */
export interface TapedCall {
  /** The path of what was used, such as "refunds.create". */
  readonly member: string;
  readonly args: Json;
  /** "read": a value that is no function was looked at. */
  readonly ended: "returned" | "resolved" | "threw" | "rejected" | "read";
  /** What it returned, or the name and message of what it threw; absent for undefined. */
  readonly value?: Json;
}

/** The object, with every call of its functions, however deep they lie, put on a tape that can be saved as JSON. */
export function recordCalls<T extends object>(
  target: T,
): { readonly recorded: T; readonly tape: readonly TapedCall[] } {
  const tape: TapedCall[] = [];
  return { recorded: recordedAt(target, "", tape), tape };
}

function recordedAt<T extends object>(target: T, path: string, tape: TapedCall[]): T {
  // Over an object of its own, since what a frozen one holds may not be shown as anything else.
  return new Proxy<T>(Object.create(Object.getPrototypeOf(target)), {
    has: (_own, name) => Reflect.has(target, name),
    get(_own, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof name !== "string") return value;
      const member = path + name;
      if (typeof value === "function") return taping(member, value.bind(target), tape);
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        return recordedAt(value, `${member}.`, tape);
      if (value !== undefined && !tape.some((taped) => taped.ended === "read" && taped.member === member))
        tape.push({ member, args: [], ended: "read", value: jsonOf(value) });
      return value;
    },
  });
}

function taping(member: string, call: (...args: unknown[]) => unknown, tape: TapedCall[]) {
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
}

/** An object that answers from a tape: equal calls in the order they were recorded, others with an error. */
export function replayCalls<T extends object>(tape: readonly TapedCall[]): T {
  return replayedAt("", [...tape]) as T;
}

/** Whether a path is a function or holds some is not on the tape, so what stands there is both. */
function replayedAt(path: string, left: TapedCall[]): object {
  return new Proxy(() => {}, {
    apply: (_object, _self, args) => answer(path, args, left),
    get(_object, name) {
      // With a member "then" it would be taken for a promise by whoever awaits it.
      if (typeof name !== "string" || name === "then") return undefined;
      const member = path === "" ? name : `${path}.${name}`;
      const read = left.find((taped) => taped.ended === "read" && taped.member === member);
      return read ? read.value : replayedAt(member, left);
    },
  });
}

function answer(member: string, args: unknown[], left: TapedCall[]): unknown {
  const asked = canonicalJson(jsonOf(args));
  const at = left.findIndex((taped) => taped.member === member && canonicalJson(taped.args) === asked);
  const [taped] = at === -1 ? [] : left.splice(at, 1);
  switch (taped?.ended) {
    case "returned":
      return taped.value;
    case "resolved":
      return Promise.resolve(taped.value);
    case "threw":
      throw errorOf(taped.value);
    case "rejected":
      return Promise.reject(errorOf(taped.value));
    default:
      throw new Error(`the tape has no (further) call ${member}(${asked.slice(1, -1)})`);
  }
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
