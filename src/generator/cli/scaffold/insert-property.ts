/** A place in a text, and what is put there. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Where an object literal and its last property stand in the text of their file. */
export interface ObjectPlace {
  /** Just behind `{`. */
  readonly start: number;
  /** Just before `}`. */
  readonly end: number;
  readonly last: { readonly start: number; readonly end: number } | null;
}

/** Says what to insert so that an object has one more property, last and laid out like those before it; null if unsure. */
export function insertProperty(text: string, object: ObjectPlace, property: string): readonly Insertion[] | null {
  const { start, end, last } = object;
  if (last === null) {
    // A comment in an otherwise empty object may end anywhere, so nothing is put beside it.
    if (text.slice(start, end).trim() !== "") return null;
    return start === end ? [{ at: start, text: ` ${property} ` }] : emptyButSpaced(text, start, end, property);
  }
  const comma = /^(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*\n)*,/.exec(text.slice(last.end, end))?.[0];
  const behind = last.end + (comma?.length ?? 0);
  const line = text.slice(text.lastIndexOf("\n", last.start - 1) + 1, last.start);
  if (line.trim() !== "") return [{ at: behind, text: comma === undefined ? `, ${property}` : ` ${property},` }];
  const newLine = lineEnd(text);
  // A comment at the end of the last property's line stays with that property.
  const rest = /^[ \t]*(?:\/\*[^\r\n]*?\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(text.slice(behind, end))?.[0] ?? "";
  const at = behind + rest.length;
  return comma === undefined
    ? [
        { at: last.end, text: "," },
        { at, text: `${newLine}${line}${property}` },
      ]
    : [{ at, text: `${newLine}${line}${property},` }];
}

/** Makes all insertions at once, so that every place is counted in the text as it was. */
export function applyInsertions(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  const fromBehind = insertions
    .map((insertion, order) => ({ ...insertion, order }))
    .sort((a, b) => b.at - a.at || b.order - a.order);
  for (const { at, text: inserted } of fromBehind) result = result.slice(0, at) + inserted + result.slice(at);
  return result;
}

/** How the lines of a text end. */
export function lineEnd(text: string): "\r\n" | "\n" {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function emptyButSpaced(text: string, start: number, end: number, property: string): readonly Insertion[] {
  const space = text.slice(start, end);
  if (!space.includes("\n")) return [{ at: start, text: ` ${property}` }];
  const closing = space.slice(space.lastIndexOf("\n") + 1);
  const step = closing.startsWith("\t") ? "\t" : "  ";
  return [{ at: start, text: `${lineEnd(text)}${closing}${step}${property},` }];
}
