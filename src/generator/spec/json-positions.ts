import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Range } from "./diagnostic.js";
import { pointerSegments } from "./json-pointer.js";
import { LineIndex } from "./line-index.js";

/** A JSON text as a tree whose parts know where they stand. Throws what momoa throws for a text that is not JSON. */
export class JsonPositions {
  readonly root: ValueNode;
  readonly #lines: LineIndex;

  constructor(text: string) {
    this.#lines = new LineIndex(text);
    const bare = text.startsWith("\uFEFF") ? ` ${text.slice(1)}` : text;
    this.root = parse(bare, { mode: "jsonc", allowTrailingCommas: true }).body;
  }

  /** Where the value under a pointer stands, or the name in front of it; the nearest parent if there is none. */
  range(pointer: string, part: "value" | "word"): Range {
    let node: ValueNode = this.root;
    let word: MemberNode["name"] | null = null;
    for (const segment of pointerSegments(pointer)) {
      const next = step(node, segment);
      if (!next) break;
      ({ node, word } = next);
    }
    return this.rangeOf(part === "word" && word ? word : node);
  }

  rangeOf(node: ValueNode | MemberNode["name"]): Range {
    return this.#lines.range(node.loc.start.offset, node.loc.end.offset);
  }
}

/** The name of a member, whatever quotes it has. */
export function memberName(member: MemberNode): string {
  return member.name.type === "String" ? member.name.value : member.name.name;
}

function step(node: ValueNode, segment: string): { node: ValueNode; word: MemberNode["name"] | null } | null {
  if (node.type === "Object") {
    const member = node.members.find((candidate) => memberName(candidate) === segment);
    return member ? { node: member.value, word: member.name } : null;
  }
  const element = node.type === "Array" ? node.elements[Number(segment)] : undefined;
  return element ? { node: element.value, word: null } : null;
}
