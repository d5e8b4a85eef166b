import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

const home = new URL("../", import.meta.url);

/** The class of this machine; never its name. */
export function machineClass() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

/** What was compared, as installed. */
export function versions() {
  const { dependencies } = JSON.parse(readFileSync(new URL("package.json", home), "utf8"));
  return Object.keys(dependencies).map((name) => {
    try {
      return `${name} ${JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, home), "utf8")).version}`;
    } catch {
      return `${name} not installed`;
    }
  });
}
