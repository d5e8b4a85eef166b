import type { Diagnostic } from "../../spec/diagnostic.js";

/** Findings as GitHub workflow commands, which show up beside the changed lines. */
export function renderGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity, file, range, code, message, hint }) => {
      const command = severity === "info" ? "notice" : severity;
      const place = `file=${property(file)},line=${range.start.line},col=${range.start.column},endLine=${range.end.line},endColumn=${range.end.column},title=${property(code)}`;
      return `::${command} ${place}::${data(`${message} ${hint}`)}\n`;
    })
    .join("");
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
