import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { generate, renderGithub, renderSarif, renderText } from "toolwright";
import { describe, expect, test } from "vitest";
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

  test.each(["unknown-word", "duplicate-tool", "hostile-texts", "all-at-once", "output-drift", "lint-code"])(
    "as SARIF fit the schema of SARIF 2.1.0: %s",
    async (name) => {
      const folder = fileURLToPath(new URL(`../cases/${name}/`, import.meta.url));
      const command = existsSync(`${folder}command.txt`) ? readFileSync(`${folder}command.txt`, "utf8").trim() : "lint";
      const flags = command === "lint" ? ["--specs", "specs"] : [];
      const { stdout } = await runCli(folder, ...command.split(" "), ...flags, "--format", "sarif");
      const validate = new Ajv({ allErrors: true, validateFormats: false }).compile(sarif);
      const log = JSON.parse(stdout) as { runs: readonly { results: readonly object[] }[] };
      validate(log);
      expect(validate.errors ?? []).toEqual([]);
      expect(log.runs[0]?.results.length).toBeGreaterThan(0);
    },
  );

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
