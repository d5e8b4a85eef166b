import type { Diagnostic } from "../../spec/diagnostic.js";
import { explanationExamples } from "../../spec/explanation-examples.js";
import { type DiagnosticCode, explanations } from "../../spec/explanations.js";

/** Findings as SARIF 2.1.0, for code scanning services. */
export function renderSarif(diagnostics: readonly Diagnostic[], version: string): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "toolwright", version, rules: codes.map(ruleOf) } },
        // As the positions of findings count; otherwise a viewer may count characters.
        columnKind: "utf16CodeUnits",
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

/** What a code scanning service shows of a rule; a team's own rule says all it has in its findings. */
function ruleOf(id: string): object {
  if (!Object.hasOwn(explanations, id)) return { id };
  const { wrong, right } = explanationExamples[id as DiagnosticCode];
  return {
    id,
    shortDescription: { text: explanations[id as DiagnosticCode] },
    help: { text: `Wrong: ${wrong}\nRight: ${right}` },
  };
}
