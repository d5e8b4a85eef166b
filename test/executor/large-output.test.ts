import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

const call = { tenant: "shop", thread: "t1", callId: "c1" };

describe.each(ledgers)("an output over its limit, on the $name ledger", ({ open }) => {
  const large = { id: 7, lines: ["x".repeat(500), "y".repeat(80)] };

  it("that may be clipped keeps its shape and loses text", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { outputLimitBytes: 200, outputOver: "clip" },
      run: async () => large,
    });
    const result = await executor.execute("work", { n: 1 }, as("c1"));
    expect(result).toMatchObject({
      status: "succeeded",
      output: { id: 7, lines: [expect.stringMatching(/^x+… \[clipped\]$/), expect.any(String)] },
    });
    expect(Buffer.byteLength(JSON.stringify((result as { output: unknown }).output))).toBeLessThanOrEqual(200);
  });

  it("that has no text to clip is unreported", async () => {
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    const executor = linkOne({
      ledger: open(),
      policy: { outputLimitBytes: 200, outputOver: "clip" },
      run: async () => numbers,
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported" });
  });

  it("that is kept is whole in the ledger and handed out in slices", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { outputLimitBytes: 200, outputOver: "keep" },
      run: async () => large,
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: large });
    let text = "";
    for (let from: number | null = 0; from !== null; ) {
      const slice = await executor.slice(call, { from, characters: 100 });
      text += slice?.text;
      from = slice?.next ?? null;
    }
    expect(JSON.parse(text)).toEqual(large);
    expect(await executor.slice({ ...call, callId: "nobody" })).toBeNull();
    expect(await executor.slice({ ...call, user: "eve" })).toBeNull();
    expect(await executor.slice({ ...call, user: "ada" }, { characters: 1 })).toMatchObject({ tool: "work", next: 1 });
  });

  it("is never sliced inside a character, wherever a slice is asked for", async () => {
    const executor = linkOne({ ledger: open(), run: async () => "a\u{1F600}b\u{1F601}" });
    await executor.execute("work", { n: 1 }, as("c1"));
    const whole = '"a\u{1F600}b\u{1F601}"';
    for (const from of [Number.NaN, -7, 0, 1.5, 2, 3, 99])
      for (const characters of [Number.NaN, -1, 1, 2, 99]) {
        const slice = await executor.slice(call, { from, characters });
        expect(Buffer.from(slice?.text ?? "").toString()).toBe(slice?.text);
        expect(whole).toContain(slice?.text);
      }
    let text = "";
    for (let from: number | null = 0; from !== null; ) {
      const slice = await executor.slice(call, { from, characters: 1 });
      text += slice?.text;
      from = slice?.next ?? null;
    }
    expect(text).toBe(whole);
  });
});
