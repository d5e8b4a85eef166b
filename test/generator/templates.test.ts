import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readFolder, writeFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

const packaged = fileURLToPath(new URL("../../templates", import.meta.url));
let root = "";
const own = (file: string, edit: (text: string) => string) => {
  const path = join(root, "mine", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, edit(readFileSync(join(packaged, file), "utf8")));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-templates-"));
  const spec = (words: object) => JSON.stringify({ description: "It.", ...words });
  const files = new Map([
    ["toolwright.config.json", JSON.stringify({ templates: "mine" })],
    ["tool-specs/a.tool.json", spec({ name: "a", input: {}, effect: "read", stores: { s: "read" }, state: { t: [] } })],
    ["tool-specs/s.store.json", spec({ value: { type: "string" } })],
    ["tool-specs/t.state.json", spec({ schema: {}, initial: 1, actions: { set: { payload: {} } } })],
  ]);
  writeFolder(root, files);
});
afterEach(() => rmSync(root, { recursive: true }));

const generated = [
  ["tool.ts.tpl", "tools/a.ts"],
  ["store.ts.tpl", "stores/s.ts"],
  ["state.ts.tpl", "states/t.ts"],
  ["contract.ts.tpl", "contracts/a.ts"],
  ["registry.ts.tpl", "registry.ts"],
] as const;
const scaffolded = [
  ["new-tool.tool.json.tpl", "tool-specs/fresh.tool.json"],
  ["new-tool.ts.tpl", "src/tools/fresh.ts"],
  ["new-tool.test.ts.tpl", "src/tools/fresh.test.ts"],
] as const;

describe("a project's own template", () => {
  test.each(generated)("%s shapes %s", async (template, path) => {
    own(template, (text) => `${text}// In our way.\n`);
    expect((await runCli(root, "generate")).stderr).toBe("");
    const tree = readFolder(join(root, "generated"));
    expect(tree.get(path)).toContain("// In our way.");
    expect([...tree.values()].filter((text) => text.includes("// In our way.")).length).toBeLessThanOrEqual(3);
  });

  test.each(scaffolded)("%s shapes %s", async (template, path) => {
    const isJson = template.includes(".json");
    own(template, (text) => (isJson ? text.replace("{\n", '{\n  "title": "In our way",\n') : `${text}// In our way\n`));
    expect((await runCli(root, "new", "fresh", "--effect", "read")).stderr).toBe("");
    expect(readFileSync(join(root, path), "utf8")).toContain("In our way");
  });

  test.each([...generated, ...scaffolded.slice(0, 2)])(
    "%s with an unknown hole, or without one, is an error with a position",
    async (template) => {
      own(template, (text) => text.replace(/\{\{\w+\}\}(?![\s\S]*\{\{)/, "{{nothing}}"));
      const before = readFolder(root);
      const isNew = template.startsWith("new-");
      const { code, stderr } = await runCli(root, ...(isNew ? ["new", "fresh", "--effect", "read"] : ["generate"]));
      expect(code).toBe(1);
      expect(stderr).toMatch(new RegExp(`^mine/${template.replaceAll(".", "\\.")}:\\d+:\\d+ error unknown-hole`, "m"));
      expect(stderr).toMatch(/error unfilled-hole/);
      expect(readFolder(root)).toEqual(before);
    },
  );
});
