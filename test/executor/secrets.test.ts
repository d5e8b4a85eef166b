import { randomBytes } from "node:crypto";
import { type Notice, type Upkeep, WiringError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, linkOne, turnableClock } from "./one-tool.js";

const secrets = { input: ["/note"], output: ["/pin"] };
const sealing = { key: randomBytes(32).toString("base64") };
const options = { sealing } as object;
const iban = "DE89370400440532013000";
const byInput = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;

describe.each(ledgers)("secrets, on the $name ledger", ({ open }) => {
  it("are sealed in the ledger, and still replay", async () => {
    const ledger = open();
    const executor = linkOne({ ledger, policy: { secrets }, options, run: async () => ({ pin: "9041", ok: true }) });
    const first = await executor.execute("work", { n: 1, note: iban }, as("c1"));
    expect(first).toMatchObject({ output: { pin: "9041", ok: true } });
    const kept = JSON.stringify([
      await ledger.list({ limit: 10 }),
      await executor.trail({ tenant: "shop", thread: "t1", callId: "c1" }),
    ]);
    expect(kept).not.toContain(iban);
    expect(kept).not.toContain("9041");
    expect(await executor.execute("work", { n: 1, note: iban }, as("c1"))).toMatchObject({
      output: { pin: "9041" },
      replayed: true,
    });
    expect(await executor.execute("work", { n: 1, note: "other" }, as("c1"))).toMatchObject({ reason: "conflict" });
  });

  it("are there again when another process recovers the call", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { secrets, effect: "idempotent", timeoutMs: 600_000 } as const;
    let began = false;
    const hanging = linkOne({
      ledger,
      policy,
      options,
      run: () => {
        began = true;
        return new Promise(() => {});
      },
    });
    void hanging.execute("work", { n: 1, note: iban }, as("c1"));
    await expect.poll(() => began).toBe(true);
    clock.turn(700_000);
    const seen: unknown[] = [];
    const other = linkOne({ ledger, policy, options, run: async ({ note }) => seen.push(note) });
    await other.recover();
    expect(seen).toEqual([iban]);
  });

  it("are redacted for approvers, in doubts and in what a body says when it fails", async () => {
    const approving = linkOne({
      ledger: open(),
      policy: { secrets, approval: { ...byFinance, summary: "Pay {/note}" } },
      options,
      run: async () => 1,
    });
    await approving.execute("work", { n: 1, note: iban }, as("c1"));
    expect(await approving.approvals.list()).toMatchObject([
      { summary: "Pay [secret]", input: { n: 1, note: "[secret]" } },
    ]);

    const notices: Notice[] = [];
    const failing = linkOne({
      ledger: open(),
      policy: { secrets },
      options,
      notices,
      run: ({ note }) => Promise.reject(new Error(`cannot pay ${note}`)),
    });
    const result = await failing.execute("work", { n: 1, note: iban }, as("c1"));
    expect(result).toMatchObject({ status: "in_doubt", message: "Error: cannot pay [secret]" });
    expect(JSON.stringify([await failing.doubts.list(), notices])).not.toContain(iban);
  });

  it("in an output that does not fit its schema are sealed with all of it", async () => {
    const ledger = open();
    const output = () => ({ ok: false, violations: [{ path: "", message: "no", keyword: "type" }] }) as const;
    const executor = linkOne({ ledger, policy: { secrets }, options, contract: { output }, run: async () => ["9041"] });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported", raw: '["9041"]' });
    expect(JSON.stringify(await ledger.list({ limit: 10 }))).not.toContain("9041");
  });

  it("sealed with another key are an error, not garbage", async () => {
    const ledger = open();
    const linked = { ledger, policy: { secrets }, run: async () => 1 };
    await linkOne({ ...linked, options }).execute("work", { n: 1, note: iban }, as("c1"));
    const other = linkOne({ ...linked, options: { sealing: { key: randomBytes(32) } } as object });
    await expect(other.execute("work", { n: 1, note: iban }, as("c1"))).rejects.toThrow(WiringError);
  });

  it("stay readable when the key is changed, and their work keeps its name", async () => {
    const ledger = open();
    const [first, second, third] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const policy = { secrets, effect: "idempotent", key: byInput } as const;
    const link = (sealing: object) => linkOne({ ledger, policy, run: async () => 1, options: { sealing } as object });
    await link({ key: first }).execute("work", { n: 1, note: iban }, as("c1"));
    await link({ key: second, previous: [first] }).execute("work", { n: 2, note: iban }, as("c2"));
    const now = link({ key: third, previous: [second, first] });
    for (const n of [1, 2])
      expect(await now.execute("work", { n, note: iban }, as(`again ${n}`))).toMatchObject({ replayed: true });
    const without = link({ key: second });
    await expect(without.execute("work", { n: 1, note: iban }, as("c1"))).rejects.toThrow(WiringError);
    expect(() => link({ key: third, previous: ["short"] })).toThrow("the sealing key must be 32 bytes");
  });

  it("sealed with another key, however many, hide nothing that can be recovered", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    let begun = 0;
    const hanging: Body = () => {
      begun++;
      return new Promise(() => {});
    };
    const link = (run: Body) =>
      linkMany({
        ledger,
        notices: [],
        tools: { sealed: { policy: { ...policy, secrets }, run }, plain: { policy, run } },
        options: { sealing: { key: randomBytes(32) }, graceMs: 20_000 } as object,
      });
    const before = link(hanging);
    for (let n = 0; n < 12; n++) void before.execute("sealed", { n, note: iban }, as(`s${n}`)).catch(() => {});
    await expect.poll(() => begun).toBe(12);
    clock.turn(1);
    void before.execute("plain", { n: 1 }, as("p")).catch(() => {});
    await expect.poll(() => begun).toBe(13);
    clock.turn(700_000);
    expect(await link(async () => "done").recover({ limit: 3 })).toMatchObject([{ tool: "plain" }]);
  });

  it("sealed with another key are listed without being read, and keep nothing else from being recovered", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let begun = 0;
    const link = (run: Body, notices: Notice[] = []) =>
      linkMany({
        ledger,
        notices,
        tools: {
          sealed: { policy: { secrets, effect: "idempotent", timeoutMs: 600_000 }, run },
          plain: { policy: { effect: "idempotent", timeoutMs: 600_000 }, run },
          doubtful: { policy: { secrets }, run: () => Promise.reject(new Error("reset")) },
        },
        options: { sealing: { key: randomBytes(32) }, graceMs: 20_000 } as object,
      });
    const hanging: Body = () => {
      begun++;
      return new Promise(() => {});
    };
    const before = link(hanging);
    await before.execute("doubtful", { n: 1, note: iban }, as("d"));
    void before.execute("sealed", { n: 1, note: iban }, as("s")).catch(() => {});
    void before.execute("plain", { n: 1 }, as("p")).catch(() => {});
    await expect.poll(() => begun).toBe(2);
    clock.turn(700_000);
    const notices: Notice[] = [];
    const after = link(async () => "done", notices);
    expect(await after.recover()).toMatchObject([{ tool: "plain", status: "succeeded" }]);
    expect(notices).toMatchObject([
      { kind: "recovery_failed", tool: "sealed", message: expect.stringContaining("another key") },
    ]);
    expect(await after.doubts.list()).toMatchObject([{ callId: "d", input: { n: 1, note: "[secret]" } }]);
  });

  it("that a later spec declares are read where they were written before, and sealed from then on", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let begun = 0;
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    const hanging: Body = () => {
      begun++;
      return new Promise(() => {});
    };
    const patient = { graceMs: 20_000 };
    const before = linkOne({ ledger, policy: { ...policy, specDigest: "before" }, run: hanging, options: patient });
    void before.execute("work", { n: 1, note: iban }, as("c1")).catch(() => {});
    await expect.poll(() => begun).toBe(1);
    clock.turn(700_000);
    const after = linkOne({
      ledger,
      policy: { ...policy, secrets },
      options,
      run: async ({ note }) => ({ pin: note }),
    });
    expect(await after.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
    expect(await after.collect({ tenant: "shop", thread: "t1", callId: "c1" })).toMatchObject({
      output: { pin: iban },
    });
    expect(JSON.stringify(await ledger.list({ limit: 10 }))).not.toContain(iban);
  });

  it("cannot be linked without a key, or with a bad one", () => {
    const link = (more: object) => () =>
      linkOne({ ledger: open(), policy: { secrets }, run: async () => 1, options: more });
    expect(link({})).toThrow("work has secrets, so it needs a sealing key");
    expect(link({ sealing: { key: "short" } })).toThrow("the sealing key must be 32 bytes");
  });

  it("leave a tombstone that can still be looked at", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const executor = linkOne({ ledger, policy: { secrets }, options, run: async () => ({ pin: "9041" }) });
    await executor.execute("work", { n: 1, note: iban }, as("c1"));
    clock.turn(1_000);
    await (ledger as unknown as Upkeep).prune({ beforeMs: clock(), limit: 10 });
    expect(await executor.execute("work", { n: 1, note: iban }, as("c1"))).toMatchObject({ status: "unreported" });
  });
});
