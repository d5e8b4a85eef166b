import { exitCode, UsageError } from "../exit-code.js";
import { callNameOf } from "../ledger/call-name.js";
import { linesOf } from "../ledger/lines-of-execution.js";
import { withLedger } from "../ledger/with-ledger.js";
import { type Format, printReport } from "../report.js";

/** Shows one execution whole, with its trail: found by its call, or by its key. Declared secrets stay sealed. */
export async function ledgerShow(
  root: string,
  options: {
    readonly ledger: string | undefined;
    readonly call: string | undefined;
    readonly tenant: string;
    readonly thread: string | undefined;
    readonly key: string | undefined;
    readonly format: Format;
  },
): Promise<number> {
  const { call, tenant, thread, key } = options;
  if ((call === undefined) === (key === undefined))
    throw new UsageError(
      "Say which: a call id, or --key.",
      "toolwright ledger ls --json shows both of every execution.",
    );
  const named = call === undefined ? { tenant, thread: thread ?? "", callId: "" } : callNameOf(call, tenant, thread);
  return withLedger(root, options, async ({ ledger, name }) => {
    const sight = await ledger.look(named, key ?? "");
    const { execution } = sight;
    const found = execution !== null && (key !== undefined || sight.call !== null);
    const trail = found ? await ledger.trail(execution.key) : [];
    const own = found ? trail.filter(({ generation }) => generation === execution.generation) : [];
    const lines = found
      ? linesOf(execution, own)
      : [`there is no such ${key === undefined ? "call" : "key"} in ${name}.`];
    const facts = { execution: found ? execution : null, trail: own };
    await printReport({ diagnostics: [], texts: new Map(), facts, lines }, options.format);
    return found ? exitCode.ok : exitCode.findings;
  });
}
