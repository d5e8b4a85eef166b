import { createRequire } from "node:module";

/** The generator's version, as its package says it. */
export const packageVersion: string = (createRequire(import.meta.url)("../../package.json") as { version: string })
  .version;
