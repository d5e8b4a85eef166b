import { AssertionError } from "node:assert";
import { type Ledger, memoryLedger } from "@toolwright/runtime";
import { ledgerLaws } from "@toolwright/runtime/laws";
import { describe, expect, test } from "vitest";
import { brokenLedgers } from "./broken-ledgers.js";

describe("a law notices a ledger that", () => {
  for (const { fault, caughtBy, breakIt } of brokenLedgers)
    test(fault, async () => {
      const law = ledgerLaws.find(({ name }) => name === caughtBy);
      expect(law, `no law says "${caughtBy}"`).toBeDefined();
      let only: Ledger | undefined;
      const broken = law?.run(async ({ clock }) => {
        only ??= breakIt(memoryLedger({ clock }));
        return only;
      });
      await expect(broken).rejects.toBeInstanceOf(AssertionError);
    });
});
