import type { Diagnostic } from "../spec/diagnostic.js";
import { outputFindings } from "./output-findings.js";
import { readOutput } from "./output-folder.js";
import { type OutputStep, planOutput } from "./output-plan.js";

/** How the output folder differs from what it should be. */
export interface Comparison {
  readonly steps: readonly OutputStep[];
  readonly changed: readonly OutputStep[];
  readonly findings: readonly Diagnostic[];
  /** Why nothing may be written, if so. */
  readonly refusal: "none" | "not our folder" | "findings";
}

/** Compares the output folder with the files it should hold. */
export function compareOutput(
  folder: string,
  shownFolder: string,
  files: ReadonlyMap<string, string>,
  kept: ReadonlySet<string>,
  mode: { readonly check: boolean; readonly force: boolean },
): Comparison {
  const state = readOutput(folder, files.keys(), kept);
  const steps = planOutput(state, files, kept);
  const findings = outputFindings(shownFolder, state, steps, mode);
  const refused = findings.some(({ severity }) => severity === "error");
  return {
    steps,
    changed: steps.filter(({ kind }) => kind !== "unchanged" && kind !== "keep-edited-orphan"),
    findings,
    refusal: !refused ? "none" : state.kind === "foreign" ? "not our folder" : "findings",
  };
}
