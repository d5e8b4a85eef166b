import { join } from "node:path";
import type { GenerationMemory } from "../emit/generation-memory.js";
import type { FileDigests } from "./file-digests.js";

/** What is left of a memory where the disk says otherwise: a module whose files are not as they were is forgotten. */
export function usableMemory(
  memory: GenerationMemory | null,
  out: string,
  digests: FileDigests,
): GenerationMemory | null {
  if (memory === null) return null;
  const isThere = ([path, digest]: readonly [string, string]) => digests.of(join(out, path)) === digest;
  return { ...memory, modules: memory.modules.filter(({ files }) => Object.entries(files).every(isThere)) };
}
