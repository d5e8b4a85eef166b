import type { Diagnostic } from "../spec/diagnostic.js";
import type { DiagnosticCode } from "../spec/explanations.js";
import type { OutputState, OutputStep } from "./output-plan.js";

const start = { line: 1, column: 1, offset: 0 };

/** Findings about the output folder. `check` reports drift; without it only what forbids writing. */
export function outputFindings(
  folder: string,
  state: OutputState,
  steps: readonly OutputStep[],
  mode: { readonly check: boolean; readonly force: boolean },
): readonly Diagnostic[] {
  const find = (
    code: DiagnosticCode,
    path: string,
    message: string,
    hint: string,
    severity: Diagnostic["severity"] = "error",
  ): Diagnostic => ({
    code,
    severity,
    message,
    file: path === "" ? folder : `${folder}/${path}`,
    range: { start, end: start },
    pointer: "",
    hint,
  });
  if (state.kind === "foreign")
    return [
      find(
        "output-not-ours",
        "",
        "The output folder holds files, and none of them says that toolwright wrote it.",
        "Choose another folder with --out or in toolwright.config.json, or empty this one. Nothing was written.",
      ),
    ];
  if (state.kind === "unfinished")
    return [
      find(
        "output-unfinished",
        "",
        "A run of toolwright was cut off while it replaced files here, so old and new ones are mixed.",
        "Run toolwright generate, which completes it.",
      ),
    ];
  if (state.kind === "manifest-unreadable" && !mode.force)
    return [
      find(
        "manifest-unreadable",
        "toolwright.manifest.json",
        "The manifest of the output folder cannot be read, so nobody knows which files were edited by hand.",
        "After a merge conflict: run toolwright generate --force, which writes every generated file anew.",
      ),
    ];
  return steps.flatMap(findingsOf);

  function findingsOf(step: OutputStep): readonly Diagnostic[] {
    switch (step.kind) {
      case "unchanged":
        return [];
      case "create":
        return mode.check ? [find("output-missing", step.path, "This file is not there yet.", regenerate)] : [];
      case "update":
        return mode.check
          ? [find("output-stale", step.path, "This file is not what the specs say now.", regenerate)]
          : [];
      case "remove":
        return mode.check
          ? [find("output-orphaned", step.path, "No spec asks for this file any more.", regenerate)]
          : [];
      case "hand-edited":
        if (mode.force && !mode.check) return [];
        return [
          find(
            "output-hand-edited",
            step.path,
            "Somebody changed this generated file by hand.",
            "Move the change into the spec or a template, or give it up with toolwright generate --force.",
          ),
        ];
      case "not-ours":
        return [
          find(
            "output-not-ours",
            step.path,
            "toolwright would write here, but this file is not a generated one.",
            "Move it away, or choose another output folder. Nothing was written.",
          ),
        ];
      case "keep-edited-orphan":
        return [
          find(
            "output-orphan-edited",
            step.path,
            "No spec asks for this file any more, but somebody changed it by hand, so it was kept.",
            "Remove it yourself if nothing needs it.",
            mode.check ? "error" : "warning",
          ),
        ];
    }
  }
}

const regenerate = "Run toolwright generate and commit the result.";
