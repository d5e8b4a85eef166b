import type { Ledger } from "@toolwright/runtime";
import { ledgerLaws, type OpenKeptLedger, storeLaws, upkeepLaws } from "@toolwright/runtime/laws";
import { describe, test } from "vitest";

/** Every law on one backend. `backend` gives an opener on an empty ledger of its own; `missing`: why there is none here. */
export function describeLaws(name: string, backend: () => OpenKeptLedger, missing: () => string | null = () => null) {
  const each = (laws: readonly { readonly name: string }[], run: (law: never) => Promise<void>) => {
    for (const law of laws)
      test(law.name, async ({ skip }) => {
        const reason = missing();
        skip(reason !== null, reason ?? "");
        await run(law as never);
      });
  };
  describe(`ledger laws: ${name}`, () => each(ledgerLaws, (law: (typeof ledgerLaws)[number]) => law.run(backend())));
  describe(`upkeep laws: ${name}`, () => each(upkeepLaws, (law: (typeof upkeepLaws)[number]) => law.run(backend())));
  describe(`store laws: ${name}`, () =>
    each(storeLaws, async (law: (typeof storeLaws)[number]) => {
      const open = backend();
      const opened: Ledger[] = [];
      try {
        await law.run(async (options) => {
          const ledger = await open(options);
          opened.push(ledger);
          return ledger.stores;
        });
      } finally {
        for (const ledger of opened) await ledger.close();
      }
    }));
}
