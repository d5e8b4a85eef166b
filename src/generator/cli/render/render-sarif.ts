import type { Diagnostic } from "../../spec/diagnostic.js";

/** Findings as SARIF 2.1.0, for code scanning services. */
export function renderSarif(diagnostics: readonly Diagnostic[], version: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "toolwright", version, rules: codes.map((id) => ({ id })) } },
        results: diagnostics.map(({ code, severity, message, hint, file, range, pointer }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level: severity === "info" ? "note" : severity,
          message: { text: `${message} ${hint}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(file) },
                region: {
                  startLine: range.start.line,
                  startColumn: range.start.column,
                  endLine: range.end.line,
                  endColumn: range.end.column,
                },
              },
              logicalLocations: [{ fullyQualifiedName: pointer }],
            },
          ],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
