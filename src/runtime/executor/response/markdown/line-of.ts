/** What a line of a markdown text is. */
export type Line = { readonly end: number } & (
  | { readonly kind: "blank" | "quote" | "indented" | "prose" }
  | {
      readonly kind: "fence";
      readonly mark: string;
      /** Columns before the mark. */
      readonly indent: number;
      /** The first word after the mark, in lower case. */
      readonly language: string;
      /** Whether the block is itself shown as code. */
      readonly indented: boolean;
    }
);

const lead = /[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/y;
const fenceMark = /`{3,}|~{3,}/y;

/** Judges the line that begins here; `afterBlank`: it may begin a block that is code by its indentation. */
export function lineOf(text: string, at: number, afterBlank: boolean): Line {
  const newline = text.indexOf("\n", at);
  const end = newline === -1 ? text.length : newline + 1;
  lead.lastIndex = at;
  const before = lead.exec(text)?.[0] ?? "";
  const inkAt = at + before.length;
  const ink = text.charAt(inkAt);
  if (ink === "" || ink === "\n" || (ink === "\r" && inkAt + 2 >= end)) return { kind: "blank", end };
  const indented = afterBlank && /^(?: {4}| {0,3}\t)/.test(before);
  fenceMark.lastIndex = inkAt;
  const mark = fenceMark.exec(text)?.[0];
  if (mark !== undefined) {
    const info = text.slice(inkAt + mark.length, end).trim();
    const language = /^\S+/.exec(info.slice(0, 100))?.[0].toLowerCase() ?? "";
    if (mark.startsWith("~") || !info.includes("`"))
      return { kind: "fence", mark, indent: columnsOf(before), language, indented, end };
  }
  if (ink === ">") return { kind: "quote", end };
  return { kind: indented ? "indented" : "prose", end };
}

/** The inside of a fenced block and where the text goes on behind it. */
export interface Fenced {
  readonly body: string;
  readonly closed: boolean;
  readonly end: number;
}

/** Reads on to the line that closes a fenced block, or to the end of the text. */
export function fencedBy(text: string, opening: Line & { readonly kind: "fence" }): Fenced {
  for (let at = opening.end; at < text.length; ) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline + 1;
    if (closes(text, at, end, opening)) return { body: text.slice(opening.end, at), closed: true, end };
    at = end;
  }
  return { body: text.slice(opening.end), closed: false, end: text.length };
}

function closes(text: string, at: number, end: number, { mark, indent }: Line & { readonly kind: "fence" }): boolean {
  let markAt = at;
  while (text[markAt] === " " || text[markAt] === "\t") markAt++;
  if (!text.startsWith(mark, markAt)) return false;
  // Deeper than this, it belongs to a block that is shown inside the block.
  if (columnsOf(text.slice(at, markAt)) > indent + 3) return false;
  let after = markAt + mark.length;
  while (text[after] === mark[0]) after++;
  return text.slice(after, end).trim() === "";
}

function columnsOf(before: string): number {
  let columns = 0;
  for (const character of before) columns += character === "\t" ? 4 - (columns % 4) : 1;
  return columns;
}
