import { dirname, relative, sep } from "node:path";

/** How one TypeScript file names another in an import: relative, and with the ending it will have when it runs. */
export function modulePath(from: string, to: string): string {
  const path = relative(dirname(from), to)
    .split(sep)
    .join("/")
    .replace(/\.([cm]?)ts$/, ".$1js");
  return path.startsWith(".") ? path : `./${path}`;
}
