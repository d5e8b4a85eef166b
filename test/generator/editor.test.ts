import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { explanations } from "toolwright";
import { describe, expect, test } from "vitest";
import { getLanguageService, TextDocument } from "vscode-json-languageservice";
import { ruleGroups } from "../../src/generator/dist/check/lint-rule.js";
import { groupOf } from "../../src/generator/dist/check/lint-settings.js";

const schemas = pathToFileURL(resolve("src/generator/schemas")).href;
const service = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(new URL(uri), "utf8"),
});

/** Opens a file as an editor would: its `$schema` line is all that leads to the schema. `|` is the cursor. */
function open(kind: string, words: string) {
  const text = `{ "$schema": "${schemas}/${kind}.schema.json", ${words} }`;
  const document = TextDocument.create(`file:///project/a.${kind}.json`, "json", 1, text.replace("|", ""));
  const place = document.positionAt(text.indexOf("|"));
  return { document, place, json: service.parseJSONDocument(document) };
}

async function completions(kind: string, words: string) {
  const { document, place, json } = open(kind, words);
  const { items } = (await service.doComplete(document, place, json)) ?? { items: [] };
  return new Map(items.map(({ label, documentation }) => [label, documentation]));
}

async function hover(kind: string, words: string): Promise<string> {
  const { document, place, json } = open(kind, words);
  return JSON.stringify((await service.doHover(document, place, json))?.contents ?? "");
}

describe("an editor, led by $schema,", () => {
  test.each([
    ["tool", ["effect", "approval", "key", "retry", "stores"]],
    ["store", ["scope", "value", "ttl"]],
    ["state", ["scope", "schema", "initial", "actions"]],
    ["config", ["specs", "out", "rules", "ownRules"]],
  ])("completes the words of a %s file", async (kind, words) => {
    expect([...(await completions(kind, "|")).keys()]).toEqual(expect.arrayContaining(words));
  });

  test.each([
    ["tool", '"eff|ect": "once"', "What repeating the call does to the world"],
    ["tool", '"retry": { "bud|get": "5s" }', "Time for all attempts"],
    ["store", '"t|tl": "5s"', "How long a value lives"],
    ["state", '"in|itial": 1', "before the first action"],
    ["config", '"ru|les": {}', "The level of each rule"],
  ])("explains a word of a %s file on hover: %s", async (kind, words, said) => {
    expect(await hover(kind, words)).toContain(said);
  });

  test.each([
    ["tool", '"effect": |', '"keyed"', "The far side recognises our idempotency key"],
    ["tool", '"trust": |', '"quarantined"', "Even callers in quarantine"],
    ["tool", '"stores": { "orders": | }', '"write"', "commits with the outcome"],
    ["store", '"scope": |', '"user"', "One user has it"],
    ["state", '"scope": |', '"run"', "one run in a thread"],
    ["config", '"rules": { "safety": | }', '"off"', "Not told"],
  ])("explains the values of a %s file: %s", async (kind, words, value, said) => {
    expect(JSON.stringify((await completions(kind, words)).get(value) ?? "")).toContain(said);
  });

  test("completes the rules of a config, and explains them as toolwright explain does", async () => {
    const offered = await completions("config", '"rules": { | }');
    expect([...offered.keys()].sort()).toEqual([...ruleGroups, ...Object.keys(groupOf)].sort());
    for (const code of Object.keys(groupOf))
      expect(JSON.stringify(offered.get(code))).toContain(
        JSON.stringify(explanations[code as keyof typeof explanations]).slice(1, -1),
      );
    expect(await hover("config", '"rules": { "secret-in|-text": "off" }')).toContain("looks like a credential");
  });

  test.each(["tool", "store", "state", "config"])(
    "is told what each value means wherever a %s file has a choice",
    (kind) => {
      const schema: unknown = JSON.parse(readFileSync(`src/generator/schemas/${kind}.schema.json`, "utf8"));
      const choices = choicesIn(schema);
      expect(choices.length).toBeGreaterThan(0);
      expect(choices.filter(({ values, meanings }) => values.length > 1 && meanings.length !== values.length)).toEqual(
        [],
      );
    },
  );

  test("explains the value that is there", async () => {
    expect(await hover("tool", '"effect": "on|ce"')).toContain("a person says");
  });

  test("underlines a word that is unknown and a value that is wrong", async () => {
    const { document, json } = open("tool", '"effekt": "once", "trust": "high"');
    const messages = (await service.doValidation(document, json)).map(({ message }) => message).join("\n");
    expect(messages).toMatch(/effekt is not allowed/);
    expect(messages).toMatch(/"trusted", "verified"/);
  });
});

/** Every enum of a schema, with what is said of its values. */
function choicesIn(
  schema: unknown,
): readonly { readonly values: readonly unknown[]; readonly meanings: readonly unknown[] }[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { enum: values, enumDescriptions: meanings = [] } = schema as { enum?: unknown; enumDescriptions?: unknown[] };
  return [...(Array.isArray(values) ? [{ values, meanings }] : []), ...Object.values(schema).flatMap(choicesIn)];
}
