import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { generate } from "toolwright";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFolder, writeFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-incremental-"));
});
afterEach(() => rmSync(root, { recursive: true }));

type Files = ReadonlyMap<string, string>;
const tool = (name: string, words = {}) =>
  JSON.stringify({ name, description: `Does ${name}.`, input: { type: "object" }, effect: "read", ...words });
const shared = (type: string) => JSON.stringify({ $defs: { Part: { type } } });
const store = (description: string) => JSON.stringify({ description, value: { type: "string" } });
const part = { type: "object", properties: { part: { $ref: "shared.json#/$defs/Part" } } };

/** A catalog in which changes reach further than one file; enough bystanders for a change to be a small one. */
const start: Files = new Map([
  ["refers.tool.json", tool("refers", { input: part })],
  ["indirect.tool.json", tool("indirect", { input: { $ref: "more.json" } })],
  ["more.json", JSON.stringify({ type: "object", properties: { inner: { $ref: "shared.json#/$defs/Part" } } })],
  ["shared.json", shared("string")],
  ["keeps.tool.json", tool("keeps", { stores: { notes: "read" } })],
  ["notes.store.json", store("Notes.")],
  ["idle.store.json", store("Nobody's.")],
  ["calls.tool.json", tool("calls", { calls: ["get_it"] })],
  ["get-it.tool.json", tool("get_it")],
  ...Array.from({ length: 16 }, (_, n): [string, string] => [`by-${n}.tool.json`, tool(`by_${n}`)]),
]);

const edits: readonly (readonly [what: string, edit: (files: Map<string, string>) => void])[] = [
  ["a spec changes", (files) => files.set("by-1.tool.json", tool("by_1", { timeout: "5s" }))],
  ["a file that specs refer to changes", (files) => files.set("shared.json", shared("integer"))],
  ["a store's text changes", (files) => files.set("notes.store.json", store("Other notes."))],
  [
    "a tool begins to use an idle store",
    (files) => files.set("by-2.tool.json", tool("by_2", { stores: { idle: "read" } })),
  ],
  ["the only user of a store goes", (files) => files.delete("keeps.tool.json")],
  ["a name comes that looks like another", (files) => files.set("rival.tool.json", tool("getIt"))],
  ["a tool is called otherwise", (files) => files.set("by-3.tool.json", tool("by_three"))],
  [
    "a tool needs an approver",
    (files) => files.set("by-4.tool.json", tool("by_4", { effect: "once", approval: "always" })),
  ],
  [
    "a spec moves to another file",
    (files) => {
      files.delete("by-5.tool.json");
      files.set("moved.tool.json", tool("by_5"));
    },
  ],
];

/** The folder after a run in the project's folder, and what the run said. */
async function run(files: Files, ...args: readonly string[]) {
  writeFolder(join(root, "tool-specs"), files);
  const { code, stdout } = await runCli(root, "generate", "--json", ...args);
  const report = JSON.parse(stdout) as { written: string[]; diagnostics: { code: string; file: string }[] };
  return { code, ...report, tree: readFolder(join(root, "generated")) };
}

describe("a run after another", () => {
  test.each(edits)("%s: the same bytes and findings as from nothing", async (_what, edit) => {
    await run(start);
    const files = new Map(start);
    edit(files);
    const { tree, diagnostics } = await run(files);
    const whole = await generate(files);
    expect(tree).toEqual(new Map([...whole.files].sort(([a], [b]) => (a < b ? -1 : 1))));
    expect(diagnostics.map(({ code }) => code)).toEqual(whole.diagnostics.map(({ code }) => code));
  });

  test("any edits, one after the other, come out as from nothing", { timeout: 120_000 }, async () => {
    const series = fc.array(
      fc.subarray(
        edits.map(([, edit]) => edit),
        { minLength: 1, maxLength: 3 },
      ),
      { minLength: 2, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(series, async (steps) => {
        for (const step of steps) {
          const files = new Map(start);
          for (const edit of step) edit(files);
          const { tree } = await run(files);
          expect(tree).toEqual(new Map([...(await generate(files)).files].sort(([a], [b]) => (a < b ? -1 : 1))));
        }
      }),
      { numRuns: process.env.TOOLWRIGHT_DEEP ? 100 : 4, seed: 11 },
    );
  });

  test("writes only what the change reaches", async () => {
    await run(start);
    const { written } = await run(new Map([...start, ["shared.json", shared("integer")]]));
    expect(written).toEqual([
      "contracts/indirect.ts",
      "contracts/refers.ts",
      "registry.ts",
      "tools/indirect.ts",
      "tools/refers.ts",
      "toolwright.manifest.json",
    ]);
  });

  test("errors are found, and the run after them knows what was known before", async () => {
    await run(start);
    const broken = await run(new Map([...start, ["by-1.tool.json", "{"]]));
    expect(broken).toMatchObject({ code: 1, diagnostics: [{ code: "unused-store" }, { code: "not-json" }].reverse() });
    const missing = new Map(start);
    missing.delete("get-it.tool.json");
    expect((await run(missing)).diagnostics.map(({ code }) => code)).toContain("no-such-tool");
    expect((await run(start)).code).toBe(0);
  });

  test("an edited output is found although nothing else changed, and so is one that is gone", async () => {
    await run(start);
    const path = join(root, "generated/tools/by-1.ts");
    const { size } = statSync(path);
    writeFileSync(path, `${"/".repeat(size - 1)}\n`);
    expect(await run(start)).toMatchObject({
      code: 1,
      diagnostics: expect.arrayContaining([expect.objectContaining({ code: "output-not-ours" })]),
    });
    rmSync(path);
    expect(await run(start)).toMatchObject({ code: 0, written: ["tools/by-1.ts"] });
  });

  test("a cache that was damaged, or is gone, changes nothing", async () => {
    await run(start);
    for (const path of readCache()) writeFileSync(path, "{");
    const files = new Map([...start, ["by-1.tool.json", tool("by_1", { timeout: "5s" })]]);
    expect((await run(files)).written).toEqual(["registry.ts", "tools/by-1.ts", "toolwright.manifest.json"]);
    rmSync(join(root, ".toolwright"), { recursive: true });
    expect((await run(start)).written).toEqual(["registry.ts", "tools/by-1.ts", "toolwright.manifest.json"]);
  });

  function readCache(): readonly string[] {
    const folder = join(root, ".toolwright/cache");
    const names = [...readFolder(folder).keys()].filter((name) => name.endsWith(".json"));
    expect(names).toHaveLength(2);
    return names.map((name) => join(folder, name));
  }
});
