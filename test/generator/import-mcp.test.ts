import { generate, importMcp } from "toolwright";
import { describe, expect, test } from "vitest";

const specs = (...tools: readonly object[]) =>
  [...(importMcp({ tools })?.files ?? [])].map(([file, text]) => [file, JSON.parse(text) as object] as const);

describe("an MCP tool becomes a spec", () => {
  const cases: readonly [
    what: string,
    annotations: object | undefined,
    effect: string,
    approval: string | undefined,
  ][] = [
    ["without annotations, on the safe side", undefined, "once", "always"],
    ["that only reads", { readOnlyHint: true }, "read", undefined],
    ["that says it is idempotent, still approved", { idempotentHint: true }, "idempotent", "always"],
    ["that says it is not destructive, still once", { destructiveHint: false }, "once", "always"],
    ["whose hints are not booleans, on the safe side", { readOnlyHint: "true" }, "once", "always"],
  ];
  test.each(cases)("%s", (_, annotations, effect, approval) => {
    const [[, spec] = []] = specs({ name: "a", description: "Does a.", inputSchema: { type: "object" }, annotations });
    expect(spec).toEqual({
      name: "a",
      description: "Does a.",
      input: { type: "object" },
      effect,
      ...(approval === undefined ? {} : { approval }),
    });
  });

  test("with its title, its output and a description where the server gives none", () => {
    const tool = {
      name: "a",
      inputSchema: { type: "object" },
      outputSchema: { type: "object" },
      annotations: { title: "Do A" },
    };
    expect(specs(tool)).toEqual([
      [
        "a.tool.json",
        {
          name: "a",
          title: "Do A",
          description: "Do A",
          input: { type: "object" },
          output: { type: "object" },
          effect: "once",
          approval: "always",
        },
      ],
    ]);
  });

  test("in a file of its own, however names look", () => {
    const files = specs({ name: "Get It" }, { name: "get-it" }, { name: "get_it" }, { name: "../../etc/passwd" }).map(
      ([file]) => file,
    );
    expect(new Set(files).size).toBe(4);
    for (const file of files) expect(file).toMatch(/^[a-z0-9-]+\.tool\.json$/);
  });
});

test("what is no list of tools is refused, and tools without a name are told", () => {
  expect(importMcp({ resources: [] })).toBeNull();
  expect(importMcp(null)).toBeNull();
  expect(importMcp([{ name: "a" }, {}, { name: "a" }])).toMatchObject({
    remarks: ["Tool 2 has no name and was left out.", '"a" is there twice; the first one was taken.'],
  });
});

test("imported specs generate as they are", async () => {
  const imported = importMcp({
    jsonrpc: "2.0",
    id: 1,
    result: { tools: [{ name: "export" }, { name: "a b", inputSchema: { type: "object" } }] },
  });
  const { files, diagnostics } = await generate(imported?.files ?? new Map());
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(files.has("tools/export.ts")).toBe(true);
});
