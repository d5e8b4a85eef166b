import { createRequire } from "node:module";
import type { Document, Node, Pair } from "yaml";
import type { Range } from "./diagnostic.js";
import { pointerSegments } from "./json-pointer.js";
import { LineIndex } from "./line-index.js";
import type { ReadDocument } from "./spec-document.js";

// Most folders hold JSON only, and need not wait for this library.
const require = createRequire(import.meta.url);
const yaml = () => require("yaml") as typeof import("yaml");

/** Reads YAML 1.2 (core schema) into a value with positions. */
export function readYaml(file: string, text: string): ReadDocument {
  const lines = new LineIndex(text);
  const parsed = yaml().parseDocument(text, { prettyErrors: false, uniqueKeys: true, strict: true });
  const refused = parsed.errors.map((error) => ({
    code: error.code === "DUPLICATE_KEY" ? "duplicate-word" : "not-yaml",
    severity: "error" as const,
    message:
      error.code === "DUPLICATE_KEY" ? "A word is written twice in one map." : `This is not YAML: ${error.message}.`,
    file,
    range: lines.range(error.pos[0], error.pos[1]),
    pointer: "",
    hint:
      error.code === "DUPLICATE_KEY"
        ? "Keep one of them."
        : "Check indentation and quotes; a file holds one YAML document.",
  }));
  if (refused.length > 0) return { document: null, diagnostics: refused };
  try {
    // A small alias count is plenty for specs and keeps a "billion laughs" file from filling the memory.
    const value: unknown = parsed.toJS({ maxAliasCount: 100 });
    return {
      document: { file, text, value, range: (pointer, part = "value") => locate(parsed, lines, pointer, part) },
      diagnostics: [],
    };
  } catch (error) {
    return {
      document: null,
      diagnostics: [
        {
          code: "not-yaml",
          severity: "error",
          message: `This YAML cannot be read as a value: ${error instanceof Error ? error.message : String(error)}.`,
          file,
          range: lines.range(0, 1),
          pointer: "",
          hint: "Use fewer aliases, and only what JSON can carry.",
        },
      ],
    };
  }
}

function locate(parsed: Document, lines: LineIndex, pointer: string, part: "value" | "word"): Range {
  const { isAlias, isMap, isScalar, isSeq } = yaml();
  let node = parsed.contents as Node | null;
  let word: Node | null = null;
  for (const segment of pointerSegments(pointer)) {
    const target: Node | null | undefined = isAlias(node) ? (node.resolve(parsed) as Node | undefined) : node;
    if (isMap(target)) {
      const pair = target.items.find(({ key }) => isScalar(key) && String(key.value) === segment) as
        | Pair<Node, Node | null>
        | undefined;
      if (!pair) break;
      word = pair.key;
      node = pair.value ?? pair.key;
    } else if (isSeq(target)) {
      const item = target.items[Number(segment)] as Node | undefined;
      if (!item) break;
      word = null;
      node = item;
    } else break;
  }
  const chosen = part === "word" && word ? word : node;
  const [start, end] = chosen?.range ?? [0, 0];
  return lines.range(start, end);
}
