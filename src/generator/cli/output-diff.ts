import { createTwoFilesPatch } from "diff";
import type { OutputStep } from "./output-plan.js";

/** Unified diffs from what is there to what would be. */
export function outputDiff(steps: readonly OutputStep[]): readonly string[] {
  return steps.map((step) => {
    const old = "old" in step ? (step.old ?? "") : "";
    const text = "text" in step ? step.text : "";
    return createTwoFilesPatch(`a/${step.path}`, `b/${step.path}`, old, text, undefined, undefined, {
      context: 3,
    }).trimEnd();
  });
}
