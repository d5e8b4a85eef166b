import { randomBytes } from "node:crypto";
import { openStore, type StatePolicy, type StorePolicy, WiringError, type WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

const anything = () => ({ ok: true }) as const;
const cards: StorePolicy<{ pin: string; bank: string }> = {
  name: "cards",
  scope: "tenant",
  ttlMs: null,
  secrets: ["/pin"],
  contract: async () => ({ value: anything }),
};
const stores = { cards };
const vaultState: StatePolicy = {
  name: "codes",
  scope: "thread",
  initial: { codes: [] },
  secrets: ["/codes/*"],
  contract: async () => ({ state: anything, action_add: anything }),
};
const sealing = { key: randomBytes(32) };
const options = { sealing } as object;
const pin = "9041-7736";
type Cards = { readonly cards: WritableStore<{ pin: string; bank: string }> };
const cardsOf = (context: { readonly stores: unknown }) => (context.stores as Cards).cards;
const c1 = { tenant: "shop", thread: "t1", callId: "c1" };

describe.each(ledgers)("secrets in stores, on the $name ledger", ({ open }) => {
  it("are sealed where they are kept and there again for whoever reads them, by key or by search", async () => {
    const ledger = open();
    const linked = { ledger, stores, policy: { stores: { cards: "write" } } as const, options };
    const writing = linkOne({ ...linked, run: (_, context) => cardsOf(context).put("ada", { pin, bank: "north" }) });
    await writing.execute("work", { n: 1 }, as("c1"));
    const kept = await ledger.stores.item({ store: "cards", partition: '["shop"]' }, "ada");
    expect(kept).toMatchObject({ value: { bank: "north", pin: { $sealed: expect.any(String) } } });
    expect(JSON.stringify(kept)).not.toContain(pin);
    const reading = linkOne({
      ...linked,
      run: async (_, context) => {
        const where = { path: "bank", op: "eq", value: "north" } as const;
        const { items } = await cardsOf(context).search({ where });
        return [(await cardsOf(context).get("ada"))?.pin, items.map(({ value }) => value.pin)];
      },
    });
    expect(await reading.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: [pin, [pin]] });
    const program = openStore(ledger, cards, { tenant: "shop", sealing });
    expect(await program.get("ada")).toEqual({ pin, bank: "north" });
    await program.put("bo", { pin, bank: "south" });
    expect(JSON.stringify(await ledger.stores.search({ store: "cards", partition: '["shop"]' }, {}))).not.toContain(
      pin,
    );
  });

  it("cannot be searched by, copied to another item, or read with another key", async () => {
    const ledger = open();
    const program = openStore(ledger, cards, { tenant: "shop", sealing });
    await program.put("ada", { pin, bank: "north" });
    for (const path of ["pin", "pin.digits"])
      await expect(program.search({ where: { not: { path, op: "eq", value: pin } } })).rejects.toThrow(WiringError);
    const address = { store: "cards", partition: '["shop"]' };
    const value = (await ledger.stores.item(address, "ada"))?.value ?? null;
    await ledger.stores.write([{ kind: "put", address, key: "eve", value, ttlMs: null, expects: null }]);
    await expect(program.get("eve")).rejects.toThrow(WiringError);
    const other = openStore(ledger, cards, { tenant: "shop", sealing: { key: randomBytes(32) } });
    await expect(other.get("ada")).rejects.toThrow("sealed with another key");
  });

  it("are taken out of what a body says when it breaks, and out of its progress", async () => {
    const ledger = open();
    await openStore(ledger, cards, { tenant: "shop", sealing }).put("ada", { pin, bank: "north" });
    const executor = linkOne({
      ledger,
      stores,
      policy: { stores: { cards: "read" } },
      options,
      run: async (_, context) => {
        const card = await cardsOf(context).get("ada");
        (context.progress as (detail: object) => void)({ step: 1, trying: `pin ${card?.pin}` });
        throw new Error(`the bank refuses ${card?.pin}`);
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "in_doubt",
      message: "Error: the bank refuses [secret]",
    });
    await expect
      .poll(async () => (await executor.trail(c1)).find(({ kind }) => kind === "progress"))
      .toMatchObject({ detail: { step: 1, trying: "pin [secret]" } });
    expect(JSON.stringify([await executor.trail(c1), await ledger.list({ limit: 9 })])).not.toContain(pin);
  });

  it("cannot be linked or opened without a key", () => {
    const link = () => linkOne({ ledger: open(), stores, policy: { stores: { cards: "read" } }, run: async () => 1 });
    expect(link).toThrow('work needs "cards", which has secrets, so it needs a sealing key');
    expect(() => openStore(open(), cards, { tenant: "shop" })).toThrow(
      'store "cards" has secrets, so opening it needs a sealing key',
    );
  });
});

describe.each(ledgers)("secrets in states and answers, on the $name ledger", ({ open }) => {
  it("of a state are sealed where it is kept and plain in the next snapshot", async () => {
    const ledger = open();
    const add = (state: { codes: string[] }, code: string) => ({ codes: [...state.codes, code] });
    const executor = linkOne({
      ledger,
      states: { codes: vaultState },
      policy: { state: { codes: ["add"] } },
      options: { sealing, reducers: { codes: { add } } } as object,
      run: async ({ n }, context) => {
        const { codes } = context.state as {
          codes: { snapshot: { codes: string[] }; add(code: string): void };
        };
        if (n === 3) throw new Error(`knows ${codes.snapshot.codes[0]}`);
        codes.add(`code-${n}-${pin}`);
        return codes.snapshot.codes.length;
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject({ output: 1 });
    const address = { store: "state:codes", partition: '["shop","thread","t1"]' };
    expect(JSON.stringify(await ledger.stores.item(address, "state"))).not.toContain(pin);
    expect(await executor.execute("work", { n: 3 }, as("c3"))).toMatchObject({ message: "Error: knows [secret]" });
  });

  it.each(["pass", "result"] as const)("of an answer are sealed in the record, then: %s", async (then) => {
    const ledger = open();
    const executor = linkOne({
      ledger,
      policy: {
        asks: { pin: { message: "Which pin?", then } },
        secrets: { input: [], output: then === "result" ? [""] : [], answers: { pin: [""] } },
      },
      options,
      contract: { answer_pin: anything },
      run: async ({ n }, context) => {
        const answer = (context.ask as (question: string) => string)("pin");
        if (n === 2) throw new Error(`refused ${answer}`);
        return answer === pin;
      },
    });
    const asked = (await executor.execute("work", { n: 2 }, as("c1"))) as unknown as { questionId: string };
    expect(await executor.answer("shop", asked.questionId, pin, "ann")).toMatchObject({ status: "recorded" });
    expect(await executor.execute("work", { n: 2 }, as("c1"))).toMatchObject(
      then === "pass" ? { status: "in_doubt", message: "Error: refused [secret]" } : { output: pin },
    );
    expect(JSON.stringify([await ledger.list({ limit: 9 }), await executor.trail(c1)])).not.toContain(pin);
  });
});
