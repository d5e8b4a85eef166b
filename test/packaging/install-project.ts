import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { run } from "./run.js";

/** Makes a project of its own outside the repository and installs the dependencies. */
export async function installProject(folder: string, dependencies: Readonly<Record<string, string>>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true, type: "module", dependencies }));
  writeFileSync(`${folder}/package-lock.json`, JSON.stringify(seed()));
  await run(folder, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund");
}

// The versions that the repository has locked: npm has them in its cache and need not ask the network for newer ones.
function seed(): object {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
  const locked = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
  return { lockfileVersion: 3, requires: true, packages: { "": {}, ...Object.fromEntries(locked) } };
}

interface Entry {
  readonly link?: true;
}
