import { Node } from "ts-morph";
import type { Made } from "../../check/code/read-code.js";
import { applyInsertions, lineEnd } from "./insert-property.js";

/** Gives a reconcilable tool the `reconcile` it lacks; every byte that was there stays. null if it has one, or if unsure. */
export function addReconcile({ tool, expression, file }: Made): string | null {
  const [argument, another] = expression.getArguments();
  if (tool?.policy.effect !== "reconcilable" || !argument || another) return null;
  const text = file.getFullText();
  const newLine = lineEnd(text);
  const line = text.slice(text.lastIndexOf("\n", expression.getStart() - 1) + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const step = indent.startsWith("\t") || /^\t/m.test(text) ? "\t" : "  ";
  const method = [
    '// Look whether an earlier attempt happened: { happened: output }, "cannot happen any more" or "unknown".',
    "async reconcile(_input, _context) {",
    `${step}return "unknown";`,
    "},",
  ]
    .map((each) => `${indent}${step}${each}`)
    .join(newLine);
  if (Node.isObjectLiteralExpression(argument)) {
    const last = argument.getProperties().at(-1);
    if (
      !last ||
      argument.getProperty("reconcile") ||
      argument.getProperties().some((each) => Node.isSpreadAssignment(each))
    )
      return null;
    const hasComma = /^\s*,/.test(text.slice(last.getEnd(), argument.getEnd()));
    const at = hasComma ? text.indexOf(",", last.getEnd()) + 1 : last.getEnd();
    return applyInsertions(text, [{ at, text: `${hasComma ? "" : ","}${newLine}${newLine}${method}` }]);
  }
  if (!Node.isArrowFunction(argument) && !Node.isFunctionExpression(argument)) return null;
  return applyInsertions(text, [
    { at: argument.getStart(), text: `{${newLine}${indent}${step}run: ` },
    { at: argument.getEnd(), text: `,${newLine}${newLine}${method}${newLine}${indent}}` },
  ]);
}
