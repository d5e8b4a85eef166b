import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "toolwright";
import { expect, test } from "vitest";
import { readFolder } from "./case-folder.js";

const repository = fileURLToPath(new URL("../..", import.meta.url));

test("generated/ is what tool-specs/ say: if not, run npm run generate -- --force", async () => {
  const { files, diagnostics } = await generate(readFolder(`${repository}tool-specs`));
  expect(diagnostics.filter(({ severity }) => severity !== "info")).toEqual([]);
  expect(new Map([...readFolder(`${repository}generated`)].sort())).toEqual(new Map([...files].sort()));
});

test("the words of the published schema are all described", () => {
  for (const kind of ["tool", "store", "state", "config"]) {
    const schema: unknown = JSON.parse(readFileSync(`${repository}src/generator/schemas/${kind}.schema.json`, "utf8"));
    expect(undescribed(schema, "#")).toEqual([]);
  }
});

function undescribed(node: unknown, at: string): readonly string[] {
  if (typeof node !== "object" || node === null) return [];
  const words = "properties" in node ? Object.entries(node.properties as object) : [];
  return [
    ...words.filter(([, word]) => !("description" in word)).map(([name]) => `${at}/${name}`),
    ...Object.entries(node).flatMap(([name, inner]) => undescribed(inner, `${at}/${name}`)),
  ];
}
