import fc from "fast-check";
import { generate } from "toolwright";
import ts from "typescript-5.9";
import { expect, test } from "vitest";

// Spec text is attacker input. Whatever it says, the generated code must have the shape it has for harmless text.
const runs = process.env.TOOLWRIGHT_DEEP === "1" ? 20_000 : 60;
const marks = [
  "*/",
  "/*",
  "//",
  "${",
  "`",
  '"',
  "'",
  "\\",
  "</script>",
  "@ts-ignore",
  "{@link",
  "{{policy}}",
  "$&",
  "$1",
];
const invisible = ["\r", "\n", "\u2028", "\u2029", "\0", "\u202e", "\u200d", "\ud800"];
const names = ["__proto__", "constructor", "🦫", "é", " ", "a", "B", "1", "-", "_"];
const part = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...marks, ...invisible, ...names) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join("") || "x");
// Half of a character is refused in a schema.
const wellFormed = text.map((any) => any.replace(/\p{Cs}/gu, "") || "x");

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
  property: "note",
  literal: "x",
  initial: "y",
};
type Texts = typeof harmless;

const hostile: fc.Arbitrary<Texts> = fc.record({
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
  // What every object inherits is typed with care of its own.
  property: wellFormed.filter((property) => property !== "id" && !(property in {})),
  literal: wellFormed,
  initial: text,
});

function sources(texts: Texts): ReadonlyMap<string, string> {
  const tool = {
    name: texts.name,
    title: texts.title,
    description: texts.description,
    input: {
      type: "object",
      properties: {
        [texts.property]: { type: "string", description: texts.description, default: texts.literal },
        id: { enum: [texts.literal, 1], description: texts.title, examples: [texts.literal] },
      },
      required: ["id"],
      title: texts.title,
      $comment: texts.description,
    },
    output: { type: "array", items: { const: texts.literal, description: texts.error } },
    errors: { bad: { description: texts.error } },
    effect: "once",
    approval: { summary: texts.summary, kind: texts.kind },
    asks: { which: { message: texts.summary, answer: { const: texts.literal } } },
    stores: { notes: "write" },
    state: { memory: ["set"] },
  };
  const store = { description: texts.storeDescription, key: texts.storeKey, value: { type: "string" } };
  const state = {
    description: texts.storeDescription,
    schema: { type: "object", required: [texts.property] },
    initial: { [texts.property]: texts.initial },
    actions: { set: { description: texts.storeKey, payload: { enum: [texts.literal] } } },
  };
  return new Map([
    [`${texts.file}.tool.json`, JSON.stringify(tool)],
    ["notes.store.json", JSON.stringify(store)],
    ["memory.state.json", JSON.stringify(state)],
  ]);
}

/** The kinds of all nodes of a file, with names and texts all alike; comments have no nodes. */
function shapeOf(path: string, code: string) {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false);
  const kinds: ts.SyntaxKind[] = [];
  const visit = (node: ts.Node): void => {
    // A name is an identifier, a string or a computed string by its letters; that is the freedom texts have.
    if (ts.isIdentifier(node) || ts.isStringLiteral(node) || ts.isComputedPropertyName(node))
      kinds.push(ts.SyntaxKind.Identifier);
    else {
      kinds.push(node.kind);
      ts.forEachChild(node, visit);
    }
  };
  visit(file);
  const faults = (file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics.length;
  const declared = file.statements.map(({ kind }) => kind).filter((kind) => kind !== ts.SyntaxKind.VariableStatement);
  return { kinds, declared, faults };
}

async function shapes(texts: Texts) {
  const { files, diagnostics } = await generate(sources(texts));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const modules = [...files].filter(([path]) => path.endsWith(".ts"));
  // Files are called after the tool, so modules are compared by the room they are in.
  const rooms = new Map<string, ts.SyntaxKind[]>();
  for (const [path, code] of modules) {
    const { kinds, declared, faults } = shapeOf(path, code);
    expect(faults, code).toBe(0);
    const room = path.split("/")[0] ?? "";
    // Validators reach a member by its name or by its text, so only what they declare is compared.
    rooms.set(room, [...(rooms.get(room) ?? []), ...(room === "contracts" ? declared : kinds)]);
  }
  // As texts: comparing thousands of numbers one by one would take longer than generating the code.
  return [...rooms].map(([room, kinds]) => `${room}: ${(room === "contracts" ? kinds.sort() : kinds).join(" ")}`);
}

test(`no text of a spec changes the shape of the generated code (${runs} specs)`, { timeout: 14_400_000 }, async () => {
  const expected = await shapes(harmless);
  const same = fc.asyncProperty(hostile, async (texts) => {
    expect(await shapes(texts)).toEqual(expected);
  });
  await fc.assert(same, { numRuns: runs });
});
