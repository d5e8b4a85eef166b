import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Diagnostic, Range } from "./diagnostic.js";
import { childPointer, pointerSegments } from "./json-pointer.js";
import { LineIndex } from "./line-index.js";
import type { ReadDocument } from "./spec-document.js";

/** Reads JSON, comments and trailing commas allowed, into a value with positions. */
export function readJson(file: string, text: string): ReadDocument {
  const lines = new LineIndex(text);
  const bare = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
  let root: ValueNode;
  try {
    root = parse(bare, { mode: "jsonc", allowTrailingCommas: true }).body;
  } catch (error) {
    const offset = (error as { offset?: number }).offset ?? text.length;
    const what =
      error instanceof Error ? error.message.replace(/ ?\(\d+:\d+\)\.?$/, "").replace(/\.+$/, "") : String(error);
    return {
      document: null,
      diagnostics: [
        {
          code: "not-json",
          severity: "error",
          message: `This is not JSON: ${lowerFirst(what)}.`,
          file,
          range: lines.range(offset, offset + 1),
          pointer: "",
          hint: "Comments and trailing commas are fine; quotes, braces and commas must match.",
        },
      ],
    };
  }
  const diagnostics: Diagnostic[] = [];
  const value = evaluate(root, "", (pointer, member) =>
    diagnostics.push({
      code: "duplicate-word",
      severity: "error",
      message: `${JSON.stringify(nameOf(member))} is written twice in one object.`,
      file,
      range: rangeOf(member.name),
      pointer,
      hint: "Keep one of them; JSON readers disagree on which one counts.",
    }),
  );
  return {
    document: {
      file,
      text,
      value,
      range: (pointer, part = "value") => {
        let node: ValueNode = root;
        let word: MemberNode["name"] | null = null;
        for (const segment of pointerSegments(pointer)) {
          const next: { node: ValueNode; word: MemberNode["name"] | null } | null = step(node, segment);
          if (!next) return rangeOf(part === "word" && word ? word : node);
          ({ node, word } = next);
        }
        return rangeOf(part === "word" && word ? word : node);
      },
    },
    diagnostics,
  };

  function rangeOf(node: ValueNode | MemberNode["name"]): Range {
    return lines.range(node.loc.start.offset, node.loc.end.offset);
  }
}

function step(node: ValueNode, segment: string): { node: ValueNode; word: MemberNode["name"] | null } | null {
  if (node.type === "Object") {
    const member = node.members.find((candidate) => nameOf(candidate) === segment);
    return member ? { node: member.value, word: member.name } : null;
  }
  const element = node.type === "Array" ? node.elements[Number(segment)] : undefined;
  return element ? { node: element.value, word: null } : null;
}

function nameOf(member: MemberNode): string {
  return member.name.type === "String" ? member.name.value : member.name.name;
}

function evaluate(node: ValueNode, pointer: string, twice: (pointer: string, member: MemberNode) => void): unknown {
  switch (node.type) {
    case "Object": {
      const object: Record<string, unknown> = {};
      for (const member of node.members) {
        const name = nameOf(member);
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
    case "Null":
      return null;
    case "String":
    case "Number":
    case "Boolean":
      return node.value;
    default:
      return null;
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
