import { existsSync, readFileSync } from "node:fs";

/** The peers that a package pins and that are not there in that version: `[{ name, wanted, found }]`. */
export function missingPeers(folder) {
  const { dependencies = {}, optionalDependencies = {} } = read(new URL("package.json", folder));
  return Object.entries({ ...dependencies, ...optionalDependencies })
    .map(([name, wanted]) => ({ name, wanted, found: foundVersion(folder, name) }))
    .filter(({ wanted, found }) => found !== wanted);
}

function foundVersion(folder, name) {
  const file = new URL(`node_modules/${name}/package.json`, folder);
  return existsSync(file) ? read(file).version : null;
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
