/** A JSDoc comment of the text, indented; "" for no text. The text cannot end the comment or start a tag of its own. */
export function docComment(text: string, indent = ""): string {
  const lines = wrap(commentText(text), 116 - indent.length);
  if (lines.length === 0) return "";
  if (lines.length === 1 && `${indent}/** ${lines[0]} */`.length <= 120) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** Spec text made harmless inside a comment. */
export function commentText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(/\t/g, "  ")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, (character) => (character === "\n" ? character : ""))
    .replaceAll("*/", "*\\/")
    .replace(/^(\s*)@/gm, "$1\\@")
    .replaceAll("{@", "{\\@");
}

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split("\n")) {
    let line = "";
    for (const word of paragraph.trimEnd().split(/(?<=\S) +/)) {
      if (line !== "" && line.length + 1 + word.length > width) {
        lines.push(line);
        line = word;
      } else line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  while (lines.at(-1) === "") lines.pop();
  // A line that begins with "/" behind " *" would end the comment.
  return lines.map((line) => (line.startsWith("/") ? ` ${line}` : line));
}
