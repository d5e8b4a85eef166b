import type { Trace } from "@toolwright/runtime";
import { ask, type Terminal } from "../ask.js";
import { exitCode } from "../exit-code.js";
import { loadPackage } from "../ledger/load-package.js";
import { withLedger } from "../ledger/with-ledger.js";
import { type Format, printReport } from "../report.js";

/** Removes one person's data, tombstones included, and says which repeats are then unprotected and what is still open. */
export async function ledgerErase(
  root: string,
  options: {
    readonly ledger: string | undefined;
    readonly tenant: string;
    readonly user: string;
    readonly threads: readonly string[];
    readonly yes: boolean;
    readonly terminal: Terminal;
    readonly format: Format;
  },
): Promise<number> {
  const { tenant, user, threads } = options;
  const { erasePerson } = await loadPackage<typeof import("@toolwright/runtime")>(root, "@toolwright/runtime");
  return withLedger(root, options, async ({ ledger, name }) => {
    if (!options.yes) {
      const text = `Remove everything that ${user} of ${tenant} asked for from ${name}, for good?`;
      const answer = await ask(options.terminal, {
        text,
        flag: "--yes",
        choices: { no: "nothing is changed", yes: "it is gone" },
      });
      if (answer !== "yes") return exitCode.findings;
    }
    const { unprotected, open } = await erasePerson(ledger, { tenant, user, threads });
    const lines = [
      ...unprotected.map((trace) => `gone: ${nameOf(trace)}; a repeat would run`),
      ...open.map((trace) => `still open: ${nameOf(trace)} is ${trace.status}; end it, then erase again`),
      `${unprotected.length} executions are gone, ${open.length} are still open.`,
    ];
    await printReport({ diagnostics: [], texts: new Map(), facts: { unprotected, open }, lines }, options.format);
    return open.length === 0 ? exitCode.ok : exitCode.needsPerson;
  });
}

function nameOf({ tool, thread, callId, effect }: Trace): string {
  return `${tool} (${effect}) ${thread}/${callId}`;
}
