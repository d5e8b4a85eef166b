import type { Range } from "../../spec/diagnostic.js";

const shown = 100;

/** The lines around a range, with a mark under it; long lines are cut around the mark. */
export function codeFrame(text: string, { start, end }: Range): string {
  const lines = text.split(/\r\n|\r|\n/);
  const first = Math.max(1, start.line - 2);
  const last = Math.min(lines.length, start.line + 1);
  const gutter = String(last).length;
  const from = start.column > shown - 20 ? start.column - 20 : 1;
  const cut = (line: string) => visible(line.slice(from - 1, from - 1 + shown));
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = cut(lines[number - 1] ?? "");
    const marked = number === start.line;
    frame.push(`${marked ? ">" : " "} ${String(number).padStart(gutter)} | ${line}`.trimEnd());
    if (!marked) continue;
    const stop = end.line === start.line ? end.column : (lines[number - 1] ?? "").length + 1;
    const length = Math.max(1, Math.min(stop, from + shown) - start.column);
    frame.push(`  ${" ".repeat(gutter)} | ${" ".repeat(start.column - from)}${"^".repeat(length)}`);
  }
  return frame.join("\n");
}

/** A spec must not be able to move the cursor of whoever reads its findings. */
function visible(line: string): string {
  return line.replaceAll("\t", " ").replace(/[\p{Cc}\p{Cf}]/gu, "·");
}
