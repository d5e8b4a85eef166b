const width = 120;

/** Writes a JSDoc comment, long lines folded, that nothing in the text can end; empty for an empty text. */
export function typesDoc(text: string, indent: string): string {
  const lines = text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (found) => (found === "\n" || found === "\t" ? found : ""))
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => fold(line.trimEnd(), width - indent.length - 3));
  while (lines.length > 0 && lines[0] === "") lines.shift();
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return "";
  const only = lines.length === 1 ? `${indent}/** ${lines[0]} */\n` : undefined;
  if (only !== undefined && only.length <= width + 1) return only;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join("")}${indent} */\n`;
}

function fold(line: string, room: number): readonly string[] {
  if (line.length <= room) return [line];
  const margin = /^\s*/.exec(line)?.[0] ?? "";
  const folded: string[] = [];
  let current = "";
  for (const word of line.slice(margin.length).split(" ")) {
    if (current !== "" && margin.length + current.length + 1 + word.length > room) {
      folded.push(margin + current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...folded, margin + current].map((part) => part.trimEnd());
}
