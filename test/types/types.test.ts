import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type Diagnostic, diagnosticsOf } from "./diagnostics-of.js";
import { generateEveryWord } from "./every-word.js";

const compilers = ["typescript-5.9", "typescript-6.0", "typescript"];
const cases = readdirSync("test/types/cases");

beforeAll(generateEveryWord);

describe.each(compilers)("%s", (compiler) => {
  let complaints: readonly Diagnostic[];
  beforeAll(async () => {
    complaints = await diagnosticsOf(compiler, "test/types/tsconfig.json");
  });

  test("generated code and the runtime's types compile under every strict flag", () => {
    expect(complaints.filter(({ file }) => !file.startsWith("test/types/cases/"))).toEqual([]);
  });

  test.each(cases)("%s", (name) => {
    const said = complaints.filter(({ file }) => file === `test/types/cases/${name}/case.ts`);
    expect(said.map((one, index) => abridge(one, expected(name)[index] ?? ""))).toEqual(expected(name));
  });
});

/** Lines of "line:column sentence": only our own words, since the compilers' differ. */
function expected(name: string): readonly string[] {
  return readFileSync(`test/types/cases/${name}/expected.txt`, "utf8").trim().split("\n");
}

/** What was said, cut to the expected sentence where it holds it. */
function abridge({ at, text }: Diagnostic, line: string): string {
  const sentence = line.slice(line.indexOf(" ") + 1);
  return `${at} ${text.includes(sentence) ? sentence : text}`;
}
