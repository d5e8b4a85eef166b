import { pathToFileURL } from "node:url";

/** The parts of a built runtime that the explorer drives. */
export interface RuntimeUnderTest {
  readonly runCall: typeof import("../../../src/runtime/dist/executor/run-call.js").runCall;
  readonly recoverLapsed: typeof import("../../../src/runtime/dist/executor/recover-lapsed.js").recoverLapsed;
  readonly recordDecision: typeof import("../../../src/runtime/dist/executor/record-decision.js").recordDecision;
  readonly resumeOperation: typeof import("../../../src/runtime/dist/executor/resume-operation.js").resumeOperation;
  readonly answerQuestion: typeof import("../../../src/runtime/dist/executor/answer-question.js").answerQuestion;
  readonly linkTools: typeof import("../../../src/runtime/dist/executor/link-tools.js").linkTools;
  readonly index: typeof import("@toolwright/runtime");
}

/** Where the runtime was built to. */
export const builtRuntime = new URL("../../../src/runtime/dist/", import.meta.url).pathname;

/** Loads the runtime that lies in a folder: the one that was built, or a mutant of it. */
export async function loadRuntime(folder: string = builtRuntime): Promise<RuntimeUnderTest> {
  const load = (path: string) => import(/* @vite-ignore */ new URL(path, pathToFileURL(`${folder}/`)).href);
  return {
    runCall: (await load("executor/run-call.js")).runCall,
    recoverLapsed: (await load("executor/recover-lapsed.js")).recoverLapsed,
    recordDecision: (await load("executor/record-decision.js")).recordDecision,
    resumeOperation: (await load("executor/resume-operation.js")).resumeOperation,
    answerQuestion: (await load("executor/answer-question.js")).answerQuestion,
    linkTools: (await load("executor/link-tools.js")).linkTools,
    index: await load("index.js"),
  };
}
