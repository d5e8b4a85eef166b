import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { generate } from "toolwright";
import { writeFolder } from "../generator/case-folder.js";

const specs = "test/cases/every-word/specs";
const out = "test/.tmp/types";

/** Generates a tool that uses every word of a spec, for what the examples do without. */
export async function generateEveryWord(): Promise<void> {
  const sources = readdirSync(specs).map((name) => [name, readFileSync(`${specs}/${name}`, "utf8")] as const);
  const { files } = await generate(new Map(sources));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  writeFolder(out, files);
}
