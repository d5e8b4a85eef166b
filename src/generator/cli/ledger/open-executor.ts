import type { Executor } from "@toolwright/runtime";
import { UsageError } from "../exit-code.js";
import { loadExport, namesExport } from "./load-export.js";

/** Opens the executor that a project exports: as a value, or as a function that gives one, as `init` writes it. */
export async function openExecutor(root: string, place: string | null): Promise<Executor> {
  if (place === null || !namesExport(place))
    throw new UsageError(
      place === null ? "No executor is named." : `${place} names no export of a module.`,
      'Say --executor ./build/executor.js#openExecutor, or "executor" in toolwright.config.json.',
    );
  const exported = await loadExport(root, place);
  const executor = (await (typeof exported === "function" ? exported() : exported)) as Partial<Executor> | null;
  if (typeof executor?.doubts?.resolve !== "function")
    throw new UsageError(
      `${place} is not an executor.`,
      "Export what createExecutor(…) gives, or a function without arguments that gives it.",
    );
  return executor as Executor;
}
