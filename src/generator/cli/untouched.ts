import { readFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "../emit/manifest.js";
import { readManifest } from "./output-folder.js";

/** Whether the folder was made from exactly these inputs and nobody touched it since; loads no heavy library. */
export function untouched(folder: string, inputs: string, generator: string): boolean {
  const manifest = readManifest(folder);
  if (manifest === null || manifest === "unreadable") return false;
  if (manifest.inputs !== inputs || manifest.generator !== generator) return false;
  return Object.entries(manifest.files).every(([path, digest]) => {
    try {
      const bytes = readFileSync(join(folder, path));
      // Bytes are hashed as they are; only a file with carriage returns is worth reading as text.
      return digestOf(bytes.includes(13) ? bytes.toString("utf8").replaceAll("\r\n", "\n") : bytes) === digest;
    } catch {
      return false;
    }
  });
}
