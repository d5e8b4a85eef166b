import type { Caller } from "../../tool/context.js";
import type { Json } from "../../tool/json.js";
import type { AnyResult } from "../result.js";
import type { Call } from "./call.js";

/** Why a hook does not let a call run. */
export interface Refusal {
  readonly refuse: string;
}

type Awaitable<T> = T | Promise<T>;

/** What a program adds around every call: transform, validate, before, run, after. Several hooks go in their order. */
export interface Hook {
  /**
   * Changes an input before it is judged; undefined leaves it. The same input must always come out the same, or a
   * repeat of the call is a conflict.
   */
  readonly transform?: (tool: string, input: Json, caller: Caller) => Awaitable<unknown>;
  /** Asked right before the claim; a refusal or a throw rejects the call, and nothing runs. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks returns nothing.
  readonly before?: (call: Call) => Awaitable<Refusal | undefined | void>;
  /**
   * Told whenever a body ran and its end was recorded, before the caller is, and once more if a body that was given up
   * on ends after all; a throw changes nothing.
   */
  readonly after?: (call: Call, result: AnyResult) => Awaitable<unknown>;
}
