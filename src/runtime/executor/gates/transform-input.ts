import type { Caller } from "../../tool/context.js";
import type { Json } from "../../tool/json.js";
import { copyJson, NotJsonError } from "../copy-json.js";
import type { Hook } from "./hook.js";

export type Transformed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Lets the hooks change an input, one after the other. What is no JSON is left for validation to refuse. */
export async function transformInput(
  hooks: readonly Hook[],
  tool: string,
  value: unknown,
  caller: Caller,
): Promise<Transformed> {
  try {
    // Copied before anything is awaited, so that the caller cannot change what the hooks see.
    let input: Json = copyJson(value);
    for (const { transform } of hooks) {
      const changed = await transform?.(tool, input, caller);
      if (changed !== undefined) input = copyJson(changed);
    }
    return { ok: true, value: input };
  } catch (error) {
    if (error instanceof NotJsonError && !isJson(value)) return { ok: true, value };
    return { ok: false, message: `a transform hook failed: ${String((error as Error)?.message ?? error)}` };
  }
}

function isJson(value: unknown): boolean {
  try {
    copyJson(value);
    return true;
  } catch {
    return false;
  }
}
