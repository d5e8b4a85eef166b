import pc from "picocolors";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { codeFrame } from "./code-frame.js";

/** Findings for people: place, what is wrong, the lines around it, a hint. */
export function renderText(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>): string {
  return diagnostics.map((diagnostic) => renderOne(diagnostic, texts.get(diagnostic.file))).join("\n");
}

function renderOne(diagnostic: Diagnostic, text: string | undefined): string {
  const { file, range, severity, code, message, hint } = diagnostic;
  const colour = severity === "error" ? pc.red : severity === "warning" ? pc.yellow : pc.cyan;
  const place = `${file}:${range.start.line}:${range.start.column}`;
  const frame = text === undefined ? "" : `${indent(codeFrame(text, range))}\n`;
  return `${pc.bold(place)} ${colour(`${severity} ${code}`)}\n  ${plain(message)}\n${frame}  ${pc.dim("hint:")} ${plain(hint)}\n`;
}

function indent(text: string): string {
  return text.replace(/^/gm, "  ");
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "·");
}
