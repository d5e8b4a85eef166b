import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import ts from "typescript-5.9";
import { describe, expect, test } from "vitest";

const page = readFileSync("docs/seeds.md", "utf8");
const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at + 1}`);
const rows = [
  ...numbered("A", 7),
  ...numbered("B", 9),
  ...numbered("C", 8),
  ...numbered("D", 4),
  ...numbered("E", 9),
  ...numbered("none ", 8),
];
const methods: { readonly [system: string]: string } = {
  A: "get_execution record_execution update_execution get_execution_by_operation_id",
  B: "specs execute execute_owned execute_approved execute_approved_owned",
  C: "execute execute_confirmed tool_definitions execute_tool_call execute_tool_call_confirmed set_skill_env set_effective_trust is_tool_retryable",
  D: "name description schema invoke definition requires_store invoke_with_store",
  E: "descriptor execute validate_args execute_effect",
};

describe("the page about the five systems", () => {
  test("has a test for every row, and every row is on the page", () => {
    const tests = globSync("test/seeds/*.test.ts").map((path) => readFileSync(path, "utf8"));
    const names = tests.flatMap((text) => [...text.matchAll(/^\s*\]?(?:it|\]\))?\(?"((?:[A-E]|none )\d): /gm)]);
    expect([...new Set(names.map(([, row]) => row))].sort()).toEqual(rows.toSorted());
    expect(rows.filter((row) => !new RegExp(`[ ;|] ?${row}\\b`).test(page))).toEqual([]);
  });

  test.each(Object.entries(methods))("answers every method of %s, and no other", (system, expected) => {
    const section = page.split(/^## /m).find((part) => part.startsWith(`${system}. `)) ?? "";
    expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, method]) => method)).toEqual(expected.split(" "));
  });

  test("names only what the packages really export", () => {
    const named = page
      .replaceAll(/^\| `\w+` \|/gm, "|")
      .matchAll(/`((?:[A-Z]\w+(?:\.\w+)*)|compose|match|feedbackOf|signDecision)`/g);
    const names = new Set([...named].map(([, name = ""]) => name));
    const foreign = ["ToolExecutionStore", "ToolExecutor", "Tool"];
    expect(names.size).toBeGreaterThan(40);
    expect([...names].filter((name) => !foreign.includes(name) && !isExported(name))).toEqual([]);
    expect(["Executor.nothing", "Nobody"].filter(isExported)).toEqual([]);
  });
});

const entry = "src/runtime/dist/index.d.ts";
const program = ts.createProgram([entry], { module: ts.ModuleKind.NodeNext, noLib: true, types: [] });
const checker = program.getTypeChecker();
const source = program.getSourceFile(entry);
const module_ = source && checker.getSymbolAtLocation(source);
const exported = new Map(module_ ? checker.getExportsOfModule(module_).map((symbol) => [symbol.name, symbol]) : []);

function isExported(path: string): boolean {
  const [owner = "", ...members] = path.split(".");
  const alias = exported.get(owner);
  if (alias === undefined) return false;
  const symbol = alias.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias;
  let type: ts.Type | undefined = members.length > 0 ? checker.getDeclaredTypeOfSymbol(symbol) : undefined;
  for (const member of members) {
    const property = type && checker.getPropertyOfType(type, member);
    if (property === undefined) return false;
    type = checker.getTypeOfSymbol(property);
  }
  return true;
}
