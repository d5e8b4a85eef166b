import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../exit-code.js";

/** Loads a package of the user's project, whatever we have beside ourselves. */
export async function loadPackage<Module>(root: string, name: string): Promise<Module> {
  let path: string;
  try {
    path = createRequire(join(root, "package.json")).resolve(name);
  } catch {
    const [installed] = /^(@[^/]+\/)?[^/]+/.exec(name) ?? [name];
    throw new UsageError(`${name} is not installed here.`, `npm install ${installed}`);
  }
  return (await import(pathToFileURL(path).href)) as Module;
}
