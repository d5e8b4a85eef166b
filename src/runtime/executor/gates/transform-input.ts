import type { Caller } from "../../tool/context.js";
import type { Json } from "../../tool/json.js";
import { copyJson, NotJsonError } from "../copy-json.js";
import type { Hook } from "./hook.js";

export type Transformed =
  | { readonly ok: true; readonly value: unknown }
  /** `seen`: the input that the failing hook was given. */
  | { readonly ok: false; readonly message: string; readonly seen: Json };

/** Lets the hooks change an input, one after the other. What is no JSON is left for validation to refuse. */
export async function transformInput(
  hooks: readonly Hook[],
  tool: string,
  value: unknown,
  caller: Caller,
): Promise<Transformed> {
  let input: Json;
  try {
    // Copied before anything is awaited, so that the caller cannot change what the hooks see.
    input = copyJson(value);
  } catch (error) {
    if (error instanceof NotJsonError) return { ok: true, value };
    throw error;
  }
  try {
    for (const { transform } of hooks) {
      const changed = await transform?.(tool, input, caller);
      if (changed !== undefined) input = copyJson(changed);
    }
    return { ok: true, value: input };
  } catch (error) {
    return {
      ok: false,
      message: `a transform hook failed: ${String((error as Error)?.message ?? error)}`,
      seen: input,
    };
  }
}
