import { groupOf } from "../../check/lint-settings.js";
import { closestWord } from "../../spec/closest-word.js";
import { explanationExamples } from "../../spec/explanation-examples.js";
import { type DiagnosticCode, explanations } from "../../spec/explanations.js";
import { exitCode, UsageError } from "../exit-code.js";
import { configFile, openProject } from "../project.js";
import { type Format, printReport } from "../report.js";

/** Tells more about a diagnostic code, or lists them all. */
export async function explain(root: string, code: string | undefined, format: Format): Promise<number> {
  if (code === undefined) {
    const codes = Object.keys(explanations).sort();
    await printReport({ diagnostics: [], texts: new Map(), facts: { codes }, lines: codes }, format);
    return exitCode.ok;
  }
  if (code.startsWith("team/")) return explainTeamRule(root, code, format);
  const text = Object.hasOwn(explanations, code) ? explanations[code as DiagnosticCode] : undefined;
  if (text === undefined) {
    const meant = closestWord(code, Object.keys(explanations));
    throw new UsageError(
      `There is no diagnostic ${JSON.stringify(code)}.`,
      meant ? `Did you mean ${meant}?` : "toolwright explain lists them all.",
    );
  }
  const { wrong, right } = explanationExamples[code as DiagnosticCode];
  const group = groupOf[code as DiagnosticCode] ?? null;
  const facts = { code, explanation: text, group, wrong, right };
  const level =
    group === null
      ? []
      : [
          "",
          `A rule of ${group}: "rules" in ${configFile} gives it a level; // toolwright-allow ${code}: <why> allows it once.`,
        ];
  const lines = [code, "", text, "", `wrong: ${wrong}`, `right: ${right}`, ...level];
  await printReport({ diagnostics: [], texts: new Map(), facts, lines }, format);
  return exitCode.ok;
}

/** A rule of the team's own is explained by whoever wrote it. */
async function explainTeamRule(root: string, code: string, format: Format): Promise<number> {
  const { ownRules } = await openProject(root, {});
  const rule = ownRules.find(({ id }) => `team/${id}` === code);
  if (rule === undefined) {
    const known = ownRules.map(({ id }) => `team/${id}`);
    const meant = closestWord(code, known);
    throw new UsageError(
      `${configFile} has no rule ${JSON.stringify(code.slice("team/".length))}.`,
      meant !== null ? `Did you mean ${meant}?` : `Its "ownRules" are: ${known.join(", ") || "none"}.`,
    );
  }
  const lines = [code, "", rule.message, "", `A rule of your team, from "ownRules" in ${configFile}.`];
  await printReport(
    { diagnostics: [], texts: new Map(), facts: { code, explanation: rule.message, rule }, lines },
    format,
  );
  return exitCode.ok;
}
