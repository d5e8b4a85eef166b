import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** The script behind a command of a package of the bench. */
export function commandOf(name, command) {
  // Not every package exports its own package.json, so it is looked for beside the others.
  const home = join(fileURLToPath(new URL("../node_modules", import.meta.url)), name);
  const { bin } = require(join(home, "package.json"));
  return join(home, typeof bin === "string" ? bin : bin[command]);
}

/** Our own command, as it is built. */
export const toolwright = fileURLToPath(new URL("../../src/generator/bin/toolwright.js", import.meta.url));

/** The compilers that the repository tests against. */
export const compilers = {
  5.9: join(dirname(require.resolve("typescript-5.9/package.json")), "bin", "tsc"),
  "7.0": fileURLToPath(new URL("../../node_modules/typescript/bin/tsc", import.meta.url)),
};
