import { exitCode, UsageError } from "../exit-code.js";
import { withLedger } from "../ledger/with-ledger.js";
import { type Format, printReport } from "../report.js";

/** Brings a ledger's tables up to date, or, with `check`, says whether they are and changes nothing. */
export async function ledgerMigrate(
  root: string,
  options: { readonly ledger: string | undefined; readonly check: boolean; readonly format: Format },
): Promise<number> {
  return withLedger(root, { ...options, mayMake: true }, async ({ ledger, name }) => {
    if (ledger.schema === undefined)
      throw new UsageError(`${name} has no schema of ours.`, "A ledger of your own is yours to migrate.");
    const { found, current } = await ledger.schema();
    const isBehind = found < current;
    if (isBehind && !options.check) await ledger.now();
    const state = found === 0 ? "there are no tables yet" : `schema ${found}`;
    const said = !isBehind
      ? `${name}: ${state}, up to date.`
      : options.check
        ? `${name}: ${state}; this code needs schema ${current}. Run toolwright ledger migrate.`
        : `${name}: ${state} before, schema ${current} now.`;
    const facts = { found, current, migrated: isBehind && !options.check };
    await printReport({ diagnostics: [], texts: new Map(), facts, lines: [said] }, options.format);
    return isBehind && options.check ? exitCode.findings : exitCode.ok;
  });
}
