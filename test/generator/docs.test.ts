import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "toolwright";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(`${repository}docs/spec.md`, "utf8");

test.each(["tool", "store", "state", "config"])("docs/spec.md tells of every word of a %s file", (kind) => {
  const schema: unknown = JSON.parse(readFileSync(`${repository}src/generator/schemas/${kind}.schema.json`, "utf8"));
  expect(wordsOf(schema).filter((word) => !new RegExp(`[\`."]${word.replace("$", "\\$")}\\b`).test(page))).toEqual([]);
});

test("the smallest spec of docs/spec.md generates", async () => {
  const [, example = ""] = /```json\n(\{\n[\s\S]*?)```/.exec(page) ?? [];
  const { files, diagnostics } = await generate(new Map([["send-email.tool.json", example]]));
  expect(diagnostics).toEqual([]);
  expect(files.has("tools/send-email.ts")).toBe(true);
});

/** The words that a schema gives a place, down to one level inside a word. */
function wordsOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const own = "properties" in schema ? Object.keys(schema.properties as object) : [];
  return [...new Set([...own, ...Object.values(schema).flatMap(wordsOf)])];
}
