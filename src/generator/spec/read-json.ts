import type { MemberNode, ValueNode } from "@humanwhocodes/momoa";
import type { Diagnostic } from "./diagnostic.js";
import { childPointer } from "./json-pointer.js";
import { JsonPositions, memberName } from "./json-positions.js";
import { LineIndex } from "./line-index.js";
import { plainJson } from "./plain-json.js";
import type { ReadDocument } from "./spec-document.js";

/** Reads JSON, comments and trailing commas allowed, into a value with positions. */
export function readJson(file: string, text: string): ReadDocument {
  const plain = plainJson(text);
  if (plain) {
    // Most files have nothing to report, so positions are worked out when somebody asks for one.
    let positions: JsonPositions | undefined;
    const range = (pointer: string, part: "value" | "word" = "value") => {
      positions ??= new JsonPositions(text);
      return positions.range(pointer, part);
    };
    return { document: { file, text, value: plain.value, range }, diagnostics: [] };
  }
  let positions: JsonPositions;
  try {
    positions = new JsonPositions(text);
  } catch (error) {
    return { document: null, diagnostics: [notJson(file, text, error)] };
  }
  const diagnostics: Diagnostic[] = [];
  const value = evaluate(positions.root, "", (pointer, member) =>
    diagnostics.push({
      code: "duplicate-word",
      severity: "error",
      message: `${JSON.stringify(memberName(member))} is written twice in one object.`,
      file,
      range: positions.rangeOf(member.name),
      pointer,
      hint: "Keep one of them; JSON readers disagree on which one counts.",
    }),
  );
  const range = (pointer: string, part: "value" | "word" = "value") => positions.range(pointer, part);
  return { document: { file, text, value, range }, diagnostics };
}

function notJson(file: string, text: string, error: unknown): Diagnostic {
  const said = error instanceof Error ? error.message : String(error);
  const at = (error as { offset?: number }).offset ?? text.length;
  // At the end of a text the parser complains about the last token it saw, or about none.
  const isAtEnd = said.startsWith("Unexpected end") || /^[[{:,]?\s*$/.test(text.slice(at));
  const offset = isAtEnd ? text.trimEnd().length : at;
  const what = isAtEnd ? "the file ends too early" : said.replace(/ ?\(\d+:\d+\)\.?$/, "").replace(/\.+$/, "");
  return {
    code: "not-json",
    severity: "error",
    message: `This is not JSON: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
    file,
    range: new LineIndex(text).range(offset, offset + 1),
    pointer: "",
    hint: "Comments and trailing commas are fine; quotes, braces and commas must match.",
  };
}

function evaluate(node: ValueNode, pointer: string, twice: (pointer: string, member: MemberNode) => void): unknown {
  switch (node.type) {
    case "Object": {
      const object: Record<string, unknown> = {};
      for (const member of node.members) {
        const name = memberName(member);
        const at = childPointer(pointer, name);
        if (Object.hasOwn(object, name)) twice(at, member);
        // Plain assignment to "__proto__" would change the prototype instead of making a property.
        Object.defineProperty(object, name, {
          value: evaluate(member.value, at, twice),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return object;
    }
    case "Array":
      return node.elements.map((element, index) => evaluate(element.value, childPointer(pointer, index), twice));
    case "String":
    case "Number":
    case "Boolean":
      return node.value;
    default:
      return null;
  }
}
