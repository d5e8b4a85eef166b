import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { describe, expect, test } from "vitest";
import { faultsOf, type Room, type Tree } from "./architecture/faults-of.js";

const pure = ["node:path", "node:util", "node:url", "node:crypto", "node:module"];
const dependencies = Object.keys(manifest("src/generator").dependencies ?? {}).flatMap((name) => [name, `${name}/*`]);
const runtime = ["@toolwright/runtime", "@toolwright/runtime/*"];
const peers = Object.keys(manifest("src/runtime").peerDependencies ?? {});

/** The table of one-way doors: everything that is not listed is closed. */
const rooms: readonly Room[] = [
  { path: "src/runtime/tool", opens: [], loads: ["node:*"] },
  { path: "src/runtime/store", opens: from("src/runtime", "tool"), loads: ["node:*"], names: peers, asksFor: peers },
  {
    path: "src/runtime/ledger",
    opens: from("src/runtime", "tool", "store"),
    loads: ["node:*"],
    names: peers,
    asksFor: peers,
  },
  { path: "src/runtime/executor", opens: from("src/runtime", "tool", "store", "ledger"), loads: ["node:*"] },
  { path: "src/runtime/testing", opens: from("src/runtime", "tool", "store", "ledger", "executor"), loads: ["node:*"] },
  { path: "src/runtime", opens: from("src/runtime", "tool", "store", "ledger", "executor", "testing"), loads: [] },

  { path: "src/generator/spec", opens: [], loads: [...pure, ...dependencies], names: runtime },
  {
    path: "src/generator/model",
    opens: from("src/generator", "spec"),
    loads: [...pure, ...dependencies],
    names: runtime,
  },
  ...["emit", "check", "import"].map((room) => ({
    path: `src/generator/${room}`,
    opens: from("src/generator", "spec", "model"),
    loads: [...pure, ...dependencies],
    names: runtime,
  })),
  {
    path: "src/generator/cli",
    opens: from("src/generator", "spec", "model", "emit", "check", "import"),
    loads: ["node:*", ...dependencies],
    names: runtime,
    asksFor: [...runtime, "typescript"],
  },
  {
    path: "src/generator",
    opens: from("src/generator", "spec", "model", "emit", "check", "import", "cli"),
    loads: [],
  },
];

describe("one-way doors", () => {
  test("nobody goes through a closed one", () => {
    expect(faultsOf(rooms, read("src/*/**/*.ts", "!**/dist/**"))).toEqual([]);
  });

  const planted: readonly [rule: string, path: string, text: string, fault: string][] = [
    [
      "the executor is above the ledger",
      "src/runtime/ledger/memory-ledger.ts",
      'import { runCall } from "../executor/run-call.js";',
      "src/runtime/ledger/memory-ledger.ts:1 src/runtime/ledger may not look into src/runtime/executor",
    ],
    [
      "what a tool is depends on nothing",
      "src/runtime/tool/context.ts",
      '\nimport type { Ledger } from "../ledger/ledger.js";',
      "src/runtime/tool/context.ts:2 src/runtime/tool may not look into src/runtime/ledger",
    ],
    [
      "the runtime never knows the generator",
      "src/runtime/executor/run-call.ts",
      'export { generate } from "toolwright";',
      "src/runtime/executor/run-call.ts:1 src/runtime/executor may not load toolwright",
    ],
    [
      "nor by its files",
      "src/runtime/index.ts",
      'export * from "../generator/index.js";',
      "src/runtime/index.ts:1 src/runtime may not look into src/generator",
    ],
    [
      "the runtime has no dependencies",
      "src/runtime/executor/run-call.ts",
      'import ms from "ms";',
      "src/runtime/executor/run-call.ts:1 src/runtime/executor may not load ms",
    ],
    [
      "a database driver is asked for, not loaded",
      "src/runtime/ledger/sqlite-ledger.ts",
      'import Database from "libsql";\nconst again = await import("libsql");',
      "src/runtime/ledger/sqlite-ledger.ts:1 src/runtime/ledger may not load libsql",
    ],
    [
      "the generator only names the runtime",
      "src/generator/model/names.ts",
      'import { type Effect } from "@toolwright/runtime";\nimport type { Trust } from "@toolwright/runtime";',
      "src/generator/model/names.ts:1 src/generator/model may not load @toolwright/runtime",
    ],
    [
      "only cli asks for the runtime",
      "src/generator/emit/emit-tool.ts",
      'const runtime = () => import("@toolwright/runtime");',
      "src/generator/emit/emit-tool.ts:1 src/generator/emit may not ask for @toolwright/runtime",
    ],
    [
      "a spec is read before it is modelled",
      "src/generator/spec/read-json.ts",
      'type Model = import("../model/model.js").Model;',
      "src/generator/spec/read-json.ts:1 src/generator/spec may not look into src/generator/model",
    ],
    [
      "only cli touches the disk",
      "src/generator/emit/emit-tool.ts",
      'import { writeFileSync } from "node:fs";',
      "src/generator/emit/emit-tool.ts:1 src/generator/emit may not load node:fs",
    ],
    ["a new room needs a row in the table", "src/gadgets/gadget.ts", "", "src/gadgets/gadget.ts is in no room"],
  ];
  test.each(planted)("%s", (_rule, path, text, fault) => {
    expect(faultsOf(rooms, new Map([[path, text]]))).toEqual([fault]);
  });
});

test("every room has its row in ARCHITECTURE.md", () => {
  const page = readFileSync("ARCHITECTURE.md", "utf8");
  const inner = rooms.map(({ path }) => path).filter((path) => path.split("/").length > 2);
  expect(inner.filter((path) => !page.includes(`\n| \`${path}\` |`))).toEqual([]);
});

describe("only cli knows its process", () => {
  const outside = read("src/generator/**/*.ts", "!**/dist/**", "!src/generator/cli/**");
  test("nobody else names it", () => {
    expect([...outside].filter(([, text]) => /\bprocess\.\w/.test(text)).map(([path]) => path)).toEqual([]);
  });
});

describe("names and sizes", () => {
  const kept = [
    "{src,test,examples,scripts,bench,docs,tool-specs,templates}/**",
    "!**/{dist,node_modules,cases,.tmp}/**",
  ];

  test("no folder is named after nothing", () => {
    expect(vagueFolders(globSync(kept))).toEqual([]);
    expect(vagueFolders(["src/runtime/utils/a.ts", "test/types/a.ts"])).toEqual(["src/runtime/utils/a.ts"]);
  });

  test("no file is past 300 lines", () => {
    expect(longFiles(read(...kept.map((glob) => (glob.startsWith("!") ? glob : `${glob}/*.{ts,mjs,js}`))))).toEqual([]);
    expect(longFiles(new Map([["src/a.ts", "\n".repeat(301)]]))).toEqual(["src/a.ts has 301 lines"]);
  });
});

function vagueFolders(paths: readonly string[]): readonly string[] {
  return paths.filter(
    (path) => /(^|\/)(utils?|helpers?|common|shared|types)\//.test(path) && !path.startsWith("test/types/"),
  );
}

function longFiles(tree: Tree): readonly string[] {
  return [...tree]
    .map(([path, text]) => [path, text.split("\n").length - 1] as const)
    .filter(([, lines]) => lines > 300)
    .map(([path, lines]) => `${path} has ${lines} lines`);
}

function read(...globs: readonly string[]): Tree {
  return new Map(globSync(globs).map((path) => [path, readFileSync(path, "utf8")]));
}

function from(home: string, ...names: readonly string[]): readonly string[] {
  return names.map((name) => `${home}/${name}`);
}

function manifest(folder: string): { dependencies?: object; peerDependencies?: object } {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
}
