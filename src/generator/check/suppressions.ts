import type { Diagnostic } from "../spec/diagnostic.js";
import { LineIndex } from "../spec/line-index.js";

/** Shortest text that can be a reason. */
const shortest = 8;

interface Suppression {
  readonly code: string;
  readonly reason: string;
  /** The first line behind the comment that is not a comment of this kind itself. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Takes away findings that a comment on the line before allows: `// toolwright-allow <code>: <reason>`, with # in YAML.
 * A comment without a reason allows nothing, and one that nothing needs is a finding of its own.
 */
export function applySuppressions(
  found: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  canSuppress: (code: string) => boolean,
): readonly Diagnostic[] {
  const kept = new Set(found);
  const own: Diagnostic[] = [];
  for (const [file, text] of texts) {
    const lines = new LineIndex(text);
    for (const { code, reason, line, start, end } of suppressionsIn(text)) {
      const place = { file, range: lines.range(start, end), pointer: "" };
      if (reason.length < shortest) {
        own.push({
          ...place,
          code: "suppression-without-reason",
          severity: "error",
          message: `This comment allows ${code} and does not say why.`,
          hint: `Write the reason behind a colon: toolwright-allow ${code}: …`,
        });
        continue;
      }
      const matched = found.filter(
        (each) => each.file === file && each.code === code && each.range.start.line === line && canSuppress(code),
      );
      for (const each of matched) kept.delete(each);
      if (matched.length === 0)
        own.push({
          ...place,
          code: "unused-suppression",
          severity: "warning",
          message: canSuppress(code)
            ? `This comment allows ${code}, but the line behind it has no such finding.`
            : `${code} cannot be allowed by a comment.`,
          hint: "Remove the comment, or move it to the line before the one that a finding names.",
        });
    }
  }
  return [...kept, ...own];
}

function suppressionsIn(text: string): readonly Suppression[] {
  let offset = 0;
  let waiting: Omit<Suppression, "line">[] = [];
  const found: Suppression[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [whole, code = "", reason = ""] =
      /^[ \t]*(?:\/\/|#)[ \t]*toolwright-allow[ \t]+([a-z][a-z/-]*)[ \t]*:?[ \t]*(.*?)\r?$/.exec(line) ?? [];
    if (whole === undefined) {
      found.push(...waiting.map((each) => ({ ...each, line: index + 1 })));
      waiting = [];
    } else {
      const start = offset + line.search(/\S/);
      waiting.push({ code, reason, start, end: offset + whole.trimEnd().length });
    }
    offset += line.length + 1;
  }
  return found;
}
