import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import type { Barred } from "./begin-work.js";
import type { Step } from "./decide.js";
import { barOfRecovery } from "./gates/bar.js";
import { undecidedBy } from "./gates/undecided-by.js";
import { inputStillFits } from "./input-still-fits.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { resolveEnv } from "./resolve-env.js";
import { takeOver } from "./take-over.js";

/** Ends an execution that nobody is running any more, because somebody asks for it. Null: look again. */
export async function recoverWork(
  link: Link,
  tool: LinkedTool,
  step: Extract<Step, { kind: "recover" }>,
  signal: Signal | undefined,
): Promise<ExecutionRecord | Barred | null> {
  const { record } = step;
  const env = await resolveEnv(link, tool, record);
  const how = (await inputStillFits(tool, record)) ? step.how : "doubt";
  const barred = env.missing ? `env "${env.missing}" has no value` : await barOfRecovery(link, tool, record, how);
  // What may have happened is not rejected: nobody can say yet, and the record stays as it is.
  if (barred !== null) return tool.policy.effect === "read" ? { barred } : undecidedBy(record, barred);
  return takeOver(link, tool, record, how, env.values, signal);
}
