import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { RegisteredTool, ToolPolicy } from "@toolwright/runtime";
import { generate } from "toolwright";
import { expect, test } from "vitest";
import { readFolder } from "./case-folder.js";

const require = createRequire(new URL("../../src/generator/package.json", import.meta.url));
const prettier = require("prettier") as typeof import("prettier");
const cases = fileURLToPath(new URL("../cases", import.meta.url));

test("generated files are as prettier would write them", async () => {
  for (const name of readdirSync(cases))
    for (const [path, text] of readFolder(join(cases, name, "expected")))
      expect(await prettier.format(text, { parser: "typescript", printWidth: 120 }), `${name}/${path}`).toBe(
        // The one thing that differs on purpose: prettier trusts every compiler to know every letter.
        text.replaceAll('"発送":', "発送:"),
      );
});

test("the order of the files changes nothing", async () => {
  const sources = readFolder(fileURLToPath(new URL("../../tool-specs", import.meta.url)));
  const forwards = await generate(sources);
  const backwards = await generate(new Map([...sources].reverse()));
  expect([...backwards.files]).toEqual([...forwards.files]);
});

test("line endings change nothing but the text of descriptions", async () => {
  const sources = readFolder(fileURLToPath(new URL("../../tool-specs", import.meta.url)));
  const plain = await generate(sources);
  const windows = await generate(new Map([...sources].map(([path, text]) => [path, text.replaceAll("\n", "\r\n")])));
  expect([...windows.files]).toEqual([...plain.files]);
});

test("adding and removing a spec leaves the files of the others alone", async () => {
  const sources = readFolder(fileURLToPath(new URL("../../tool-specs", import.meta.url)));
  const all = await generate(sources);
  const fewer = await generate(new Map([...sources].filter(([path]) => path !== "send-email.tool.json")));
  for (const [path, text] of fewer.files)
    if (path !== "registry.ts" && !path.endsWith(".json")) expect(text, path).toBe(all.files.get(path));
});

test("a registry loads no tool's module, and says of every tool what its module says", async () => {
  const built = new URL("../../build/generated/", import.meta.url);
  const { registry } = (await import(new URL("registry.js", built).href)) as {
    registry: { tools: Record<string, RegisteredTool> };
  };
  const text = readFileSync(new URL("registry.js", built), "utf8");
  expect([...text.matchAll(/^import .* from "(.*)";$/gm)].map(([, from]) => from)).not.toContainEqual(
    expect.stringContaining("./tools/"),
  );
  for (const file of readdirSync(new URL("tools", built)).filter((name) => name.endsWith(".js"))) {
    const exported = Object.entries((await import(new URL(`tools/${file}`, built).href)) as object);
    const [, policy] = exported.find(([name]) => name.endsWith("Policy")) ?? [];
    expect(registry.tools[(policy as ToolPolicy).name]?.policy).toEqual(policy);
  }
});
