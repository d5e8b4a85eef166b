import { groupOf } from "../../check/lint-settings.js";
import { closestWord } from "../../spec/closest-word.js";
import { explanationExamples } from "../../spec/explanation-examples.js";
import { type DiagnosticCode, explanations } from "../../spec/explanations.js";
import { exitCode, UsageError } from "../exit-code.js";
import { type Format, printReport } from "../report.js";

/** Tells more about a diagnostic code, or lists them all. */
export async function explain(code: string | undefined, format: Format): Promise<number> {
  if (code === undefined) {
    const codes = Object.keys(explanations).sort();
    await printReport({ diagnostics: [], texts: new Map(), facts: { codes }, lines: codes }, format);
    return exitCode.ok;
  }
  const text = Object.hasOwn(explanations, code) ? explanations[code as DiagnosticCode] : undefined;
  if (text === undefined) {
    const meant = closestWord(code, Object.keys(explanations));
    throw new UsageError(
      `There is no diagnostic ${JSON.stringify(code)}.`,
      meant ? `Did you mean ${meant}?` : "toolwright explain lists them all.",
    );
  }
  const { wrong, right } = explanationExamples[code as DiagnosticCode];
  const facts = { code, explanation: text, group: groupOf[code as DiagnosticCode] ?? null, wrong, right };
  const lines = [code, "", text, "", `wrong: ${wrong}`, `right: ${right}`];
  await printReport({ diagnostics: [], texts: new Map(), facts, lines }, format);
  return exitCode.ok;
}
