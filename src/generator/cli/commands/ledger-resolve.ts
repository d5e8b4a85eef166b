import type { Resolution } from "@toolwright/runtime";
import { exitCode, UsageError } from "../exit-code.js";
import { callNameOf } from "../ledger/call-name.js";
import { openExecutor } from "../ledger/open-executor.js";
import { asUsage } from "../ledger/with-ledger.js";
import { openProject } from "../project.js";
import { type Format, printReport } from "../report.js";

/** Records what a person found out about a call in doubt. Needs the executor, which knows what an output must look like. */
export async function ledgerResolve(
  root: string,
  options: {
    readonly executor: string | undefined;
    readonly call: string;
    readonly tenant: string;
    readonly thread: string | undefined;
    readonly verdict: Resolution["verdict"];
    readonly output: string | undefined;
    readonly by: string;
    readonly evidence: string;
    readonly format: Format;
  },
): Promise<number> {
  const { by, evidence } = options;
  const named = callNameOf(options.call, options.tenant, options.thread);
  const resolution = resolutionOf(options.verdict, options.output);
  const executor = await openExecutor(root, options.executor ?? (await openProject(root, {})).executor);
  try {
    const receipt = await executor.doubts.resolve(named, resolution, by, evidence);
    const lines =
      receipt.status === "resolved"
        ? [`${named.callId} is ${receipt.now} now.`]
        : [`nothing was changed: ${receipt.message}.`];
    await printReport({ diagnostics: [], texts: new Map(), facts: { ...receipt }, lines }, options.format);
    return receipt.status === "resolved" ? exitCode.ok : exitCode.findings;
  } catch (error) {
    throw asUsage(error);
  } finally {
    await executor.close();
  }
}

function resolutionOf(verdict: Resolution["verdict"], output: string | undefined): Resolution {
  if (verdict !== "happened") {
    if (output !== undefined)
      throw new UsageError("Only what happened has an output.", "Leave --output out, or say --verdict happened.");
    return { verdict };
  }
  if (output === undefined)
    throw new UsageError("What happened had an output.", 'Give it as JSON: --output \'{"refundId":"r-1"}\'');
  try {
    return { verdict, output: JSON.parse(output) };
  } catch {
    throw new UsageError("--output is not JSON.", "A text needs its own quotes: --output '\"done\"'");
  }
}
