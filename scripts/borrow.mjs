// A package takes along files that live at the root while it is packed: npm silently drops symlinks.
// Runs in the package's folder, as `take <name>…` before packing and `return <name>…` after it.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const [command, ...names] = process.argv.slice(2);
for (const name of names) {
  if (command === "take") cpSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), name, { recursive: true });
  else rmSync(name, { recursive: true, force: true });
}
