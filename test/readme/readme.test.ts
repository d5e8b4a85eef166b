import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { globSync } from "tinyglobby";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../packaging/run.js";
import { commands } from "./commands.js";
import { commandsIn } from "./commands-in.js";

const pages = globSync(["*.md", "docs/**/*.md"]);
const told = pages.flatMap((page) => commandsIn(readFileSync(page, "utf8")));

test("commands are found in shell blocks and transcripts, without comments and answers", () => {
  const page =
    "```sh\nnpm test   # all of it\n# alone\nnpm run \\\n  demo\n```\n```console\n$ ls\na b\n```\n```json\n{}\n```\n";
  expect(commandsIn(page)).toEqual(["npm test", "npm run demo", "ls"]);
});

test("every command that a page tells readers to run has a proof", () => {
  expect(told.filter((command) => !Object.hasOwn(commands, command))).toEqual([]);
});

test("no proof is kept for a command that no page tells", () => {
  expect(Object.keys(commands).filter((command) => !told.includes(command))).toEqual([]);
});

describe("what pages tell readers to run, works", () => {
  const project = mkdtempSync(join(tmpdir(), "toolwright-readme-"));
  beforeAll(() => {
    for (const name of ["package.json", "toolwright.config.json", "tool-specs"])
      if (existsSync(name)) cpSync(name, join(project, name), { recursive: true });
    for (const name of ["node_modules", "scripts"]) symlinkSync(resolve(name), join(project, name), "junction");
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  test.each(Object.entries(commands))(
    "%s",
    async (command, proof) => {
      if ("provenBy" in proof) return expect(existsSync(proof.provenBy)).toBe(true);
      const [file = "", ...args] = command.split(" ");
      await run(proof.run === "project" ? project : ".", file, ...args);
    },
    120_000,
  );
});
