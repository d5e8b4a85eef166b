import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { generate, renderGithub, renderSarif, renderText } from "toolwright";
import { beforeAll, describe, expect, test } from "vitest";
import { runCli } from "./run-cli.js";

const sarif = JSON.parse(
  readFileSync(fileURLToPath(new URL("cases/sarif.schema.json", import.meta.url)), "utf8"),
) as object;
const file = "odd, name: 100%.tool.json";
const source = '{ "name": "a",\n  "colour\\u001b[31m": "\u001b[2J" }\n';
const sources = new Map([[file, source]]);
const { diagnostics } = await generate(sources);
const unknown = diagnostics.filter(({ code }) => code === "unknown-word");

describe("findings", () => {
  test("are plain data with a place", () => {
    expect(unknown).toMatchObject([
      { severity: "error", file, pointer: "/colour\u001b[31m", range: { start: { line: 2, column: 3, offset: 17 } } },
    ]);
  });

  test("as text cannot move the cursor of their reader", () => {
    const text = renderText(diagnostics, sources);
    expect(text).toContain(`${file}:2:3 error unknown-word`);
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  });

  test("as workflow commands cannot end the command", () => {
    expect(renderGithub(unknown)).toMatch(
      /^::error file=odd%2C name%3A 100%25\.tool\.json,line=2,col=3,endLine=2,endColumn=\d+,title=unknown-word::[^\n]+\n$/,
    );
  });

  const cases = ["unknown-word", "duplicate-tool", "hostile-texts", "output-drift", "lint-code", "lint-team-rule"];
  const logs = new Map<string, { readonly runs: readonly { readonly results: readonly object[] }[] }>();
  beforeAll(async () => {
    for (const name of cases) {
      const folder = fileURLToPath(new URL(`../cases/${name}/`, import.meta.url));
      const command = existsSync(`${folder}command.txt`) ? readFileSync(`${folder}command.txt`, "utf8").trim() : "lint";
      const flags = command === "lint" && !existsSync(`${folder}toolwright.config.json`) ? ["--specs", "specs"] : [];
      const { stdout } = await runCli(folder, ...command.split(" "), ...flags, "--format", "sarif");
      logs.set(name, JSON.parse(stdout) as never);
    }
  }, 120_000);

  test.each(cases)("as SARIF fit what we know of the schema of SARIF 2.1.0: %s", (name) => {
    expect(faultsOf(logs.get(name), sarif)).toEqual([]);
    expect(logs.get(name)?.runs[0]?.results.length).toBeGreaterThan(0);
  });

  test("as SARIF fit the whole published schema of SARIF 2.1.0", async ({ skip }) => {
    const published = publishedSarifSchema();
    skip(published === null, "the schema is not to be had from the registry");
    for (const [name, log] of logs) expect(faultsOf(log, published ?? {}), name).toEqual([]);
    const wrong = structuredClone(logs.get("lint-code")) as { runs: { results: { level: string }[] }[] };
    for (const result of wrong.runs[0]?.results ?? []) result.level = "info";
    expect(faultsOf(wrong, published ?? {})).not.toEqual([]);
  }, 120_000);

  test("as SARIF name rule, level and region", () => {
    const log = JSON.parse(renderSarif(unknown, "1.2.3")) as { runs: readonly { results: readonly object[] }[] };
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: "toolwright", version: "1.2.3" } } }],
    });
    expect(log.runs[0]?.results).toMatchObject([
      {
        ruleId: "unknown-word",
        ruleIndex: 0,
        level: "error",
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: "odd,%20name:%20100%25.tool.json" },
              region: { startLine: 2, startColumn: 3 },
            },
          },
        ],
      },
    ]);
  });
});

function faultsOf(log: unknown, schema: object): readonly object[] {
  const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false, unicodeRegExp: false }).compile(
    schema,
  );
  validate(log);
  return validate.errors ?? [];
}

/** The schema as a package of the registry (MIT) carries it: 136 KB that twenty packages would come with as a dependency. */
function publishedSarifSchema(): object | null {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-sarif-"));
  try {
    const options = { cwd: folder, encoding: "utf8", stdio: "pipe", shell: process.platform === "win32" } as const;
    const packed = execFileSync(
      "npm",
      ["pack", "--prefer-offline", "--silent", "@microsoft/jest-sarif@1.0.0-beta.0"],
      options,
    );
    execFileSync("tar", ["xzf", packed.trim()], options);
    const text = readFileSync(join(folder, "package/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8");
    // Draft-04 spells it "id"; of its other differences to draft-07 the schema uses none.
    const { $schema: _draft, id: _id, ...schema } = JSON.parse(text) as Record<string, unknown>;
    return schema;
  } catch {
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
