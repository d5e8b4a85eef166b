import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** How a file in a folder of the project names one of our schemas: where the package is installed, which may be further up. */
export function schemaPath(root: string, folder: string, kind: "tool" | "config"): string {
  const from = join(root, folder);
  const home = installedAbove(root) ?? root;
  const path = relative(from, join(home, "node_modules", "toolwright", "schemas", `${kind}.schema.json`));
  const shown = path.split(sep).join("/");
  return shown.startsWith(".") ? shown : `./${shown}`;
}

/** A workspace is installed at its root, and its members find the package there. */
function installedAbove(folder: string): string | null {
  if (existsSync(join(folder, "node_modules", "toolwright", "package.json"))) return folder;
  const above = dirname(folder);
  return above === folder ? null : installedAbove(above);
}
