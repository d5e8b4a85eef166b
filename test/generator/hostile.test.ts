import fc from "fast-check";
import { generate } from "toolwright";
import ts from "typescript-5.9";
import { expect, test } from "vitest";

// Spec text is attacker input. Whatever it says, the generated code must have the shape it has for harmless text.
const runs = process.env.TOOLWRIGHT_DEEP === "1" ? 20_000 : 150;
const nasty = [
  "*/",
  "/*",
  "//",
  "${",
  "`",
  '"',
  "'",
  "\\",
  "\r",
  "\n",
  "\u2028",
  "\u2029",
  "\0",
  "\u202e",
  "\u200d",
  "\ud800",
  "</script>",
  "@ts-ignore",
  "{@link",
  "__proto__",
  "constructor",
  "{{policy}}",
  "$&",
  "$1",
  "🦫",
  "é",
  " ",
  "a",
  "B",
  "1",
  "-",
  "_",
];
const text = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...nasty) },
      { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join("") || "x");

interface Texts {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly error: string;
  readonly summary: string;
  readonly kind: string;
  readonly storeDescription: string;
  readonly storeKey: string;
  readonly file: string;
}

function sources(texts: Texts): ReadonlyMap<string, string> {
  const tool = {
    name: texts.name,
    title: texts.title,
    description: texts.description,
    input: { type: "object", properties: { id: { type: "string", description: texts.description } }, required: ["id"] },
    errors: { bad: { description: texts.error } },
    effect: "once",
    approval: { summary: texts.summary.replace(/[{}]/g, ""), kind: texts.kind },
    stores: { notes: "write" },
  };
  const store = { description: texts.storeDescription, key: texts.storeKey, value: { type: "string" } };
  return new Map([
    [`${texts.file}.tool.json`, JSON.stringify(tool)],
    ["notes.store.json", JSON.stringify(store)],
  ]);
}

/** The kinds of all nodes of a file, in order, with identifiers and literals left out; comments have no nodes. */
function shapeOf(path: string, code: string): { readonly kinds: readonly ts.SyntaxKind[]; readonly faults: number } {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false);
  const kinds: ts.SyntaxKind[] = [];
  const visit = (node: ts.Node): void => {
    // A name is an identifier, a string or a computed string by its letters; that is the freedom texts have.
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) kinds.push(ts.SyntaxKind.Identifier);
    else if (ts.isComputedPropertyName(node)) kinds.push(ts.SyntaxKind.Identifier);
    else {
      kinds.push(node.kind);
      ts.forEachChild(node, visit);
    }
  };
  visit(file);
  return { kinds, faults: (file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics.length };
}

async function shapes(texts: Texts): Promise<readonly (readonly ts.SyntaxKind[])[]> {
  const { files, diagnostics } = await generate(sources(texts));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const modules = [...files].filter(([path]) => path.endsWith(".ts") && !path.startsWith("contracts/"));
  // Stems differ with the name, so modules are compared by their order: registry, store, tool.
  return modules.map(([path, code]) => {
    const { kinds, faults } = shapeOf(path, code);
    expect(faults, code).toBe(0);
    return kinds;
  });
}

test(`no text of a spec changes the shape of the generated code (${runs} specs)`, { timeout: 1_200_000 }, async () => {
  const harmless = {
    name: "a",
    title: "A",
    description: "Does a.",
    error: "Bad.",
    summary: "Do it",
    kind: "k",
    storeDescription: "Notes.",
    storeKey: "The id.",
    file: "a",
  };
  const expected = await shapes(harmless);
  const hostile = fc.record({
    name: text.map((name) => name.slice(0, 128)),
    title: text,
    description: text,
    error: text,
    summary: text.map((summary) => summary.replace(/[{}]/g, "") || "x"),
    kind: text.map((kind) => kind.slice(0, 64)),
    storeDescription: text,
    storeKey: text,
    // File systems give well-formed names, without slashes.
    file: text.map((file) => file.replace(/[/\p{Cs}]/gu, "")),
  });
  await fc.assert(
    fc.asyncProperty(hostile, async (texts) => {
      expect(await shapes(texts)).toEqual(expected);
    }),
    { numRuns: runs },
  );
});
