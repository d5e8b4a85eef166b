import { join } from "node:path";
import type { FileDigests } from "./file-digests.js";
import { readManifest } from "./output-folder.js";

/** Whether the folder was made from exactly these inputs and nobody touched it since; loads no heavy library. */
export function untouched(folder: string, inputs: string, generator: string, digests: FileDigests): boolean {
  const manifest = readManifest(folder);
  if (manifest === null || manifest === "unreadable") return false;
  if (manifest.inputs !== inputs || manifest.generator !== generator) return false;
  return Object.entries(manifest.files).every(([path, digest]) => digests.of(join(folder, path)) === digest);
}
