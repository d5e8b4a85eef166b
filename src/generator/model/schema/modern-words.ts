import type { Dialect } from "./dialect.js";
import { deepestNesting, tooDeep } from "./limits.js";
import { misspeltWord } from "./misspelt-word.js";
import type { SchemaNote } from "./schema-note.js";
import type { SchemaObject } from "./schema-object.js";
import { schemaWords } from "./schema-words.js";
import { misspeltType, wordChecks } from "./word-checks.js";

type Path = readonly (string | number)[];
type NoteText = Pick<SchemaNote, "code" | "message" | "hint" | "part">;

/** What the conversion of one schema asks of the walk around it. */
export interface Surroundings {
  child(path: Path, schema: unknown): unknown;
  ref(word: string, ref: string): string | undefined;
  note(severity: SchemaNote["severity"], path: Path, text: NoteText): void;
}

/** Words that name things; references are resolved, so nothing needs them any more. `ts…` words would inject code into types. */
const dropped = new Set(
  "$id $anchor $dynamicAnchor $schema $vocabulary $comment $defs definitions $recursiveAnchor tsType tsEnumNames".split(
    " ",
  ),
);
const annotations = new Set("title description default examples deprecated readOnly writeOnly $comment".split(" "));
const sinceDraft2019 = new Set(
  "prefixItems dependentSchemas dependentRequired unevaluatedItems unevaluatedProperties minContains maxContains $dynamicRef".split(
    " ",
  ),
);

/** Rewrites the words of one schema into draft 2020-12, its inner schemas through `around`. */
export function modernWords(schema: SchemaObject, dialect: Dialect, around: Surroundings): SchemaObject {
  const words = new Map<string, unknown>();
  const lone = dialect === "draft-07" && typeof schema.$ref === "string";
  const tuple = Array.isArray(schema.items);
  for (const [word, value] of Object.entries(schema)) {
    // "secret" is no word of a draft, so no draft can take it away from beside a reference.
    if (dropped.has(word) || (lone && word !== "$ref" && word !== "secret" && !annotations.has(word))) continue;
    if (!schemaWords(dialect).has(word) && isDeeperThan(deepestNesting, value)) {
      around.note("error", [word], tooDeep);
      continue;
    }
    const wanted = wordChecks.get(word)?.(value);
    if (wanted !== undefined) {
      around.note(annotations.has(word) ? "warning" : "error", [word], {
        code: "bad-schema-word",
        message: `"${word}" must be ${wanted}.`,
        hint: hintFor(word, value),
      });
      continue;
    }
    const meant = misspeltWord(word);
    if (meant !== undefined) {
      around.note(annotations.has(meant) ? "warning" : "error", [word], misspelt(word, meant));
      continue;
    }
    if (dialect === "draft-07" && sinceDraft2019.has(word)) {
      around.note("warning", [word], {
        code: "later-draft-word",
        message: `"${word}" means nothing in draft-07.`,
        hint: 'Remove it, or set "$schema" to draft 2020-12.',
      });
      continue;
    }
    if (word === "$ref" || word === "$dynamicRef") addReference(words, around.ref(word, value as string));
    else if (word === "items" && tuple) {
      if (dialect !== "draft-07") around.note("warning", [word], oldTuple);
      if ((value as unknown[]).length > 0)
        words.set(
          "prefixItems",
          (value as unknown[]).map((item, index) => around.child([word, index], item)),
        );
    } else if (word === "additionalItems") {
      if (tuple) words.set("items", around.child([word], value));
    } else if (word === "dependencies") addDependencies(words, value as SchemaObject, around);
    else if ((word === "then" || word === "else") && schema.if === undefined) continue;
    else words.set(word, together(words.get(word), inner(word, value, dialect, around)));
  }
  if (words.get("nullable") === true && !words.has("type")) around.note("info", ["nullable"], nullableAlone);
  return foldNullable(Object.fromEntries(words));
}

function hintFor(word: string, value: unknown): string {
  const meant = word === "type" ? misspeltType(value) : undefined;
  if (meant !== undefined) return `Did you mean ${JSON.stringify(meant)}?`;
  if (word === "secret") return 'Write "secret": true.';
  return "See the JSON Schema draft that the schema is written in.";
}

function misspelt(word: string, meant: string): NoteText {
  return {
    code: "misspelt-schema-word",
    part: "word",
    message: `${JSON.stringify(word)} is no word of JSON Schema, so it would change nothing.`,
    hint: `Did you mean "${meant}"? A word of your own begins with "x-".`,
  };
}

/** Two older words can become one newer word. */
function together(earlier: unknown, value: unknown): unknown {
  if (earlier === undefined) return value;
  return Array.isArray(earlier) ? [...earlier, ...(value as unknown[])] : { ...earlier, ...(value as SchemaObject) };
}

function inner(word: string, value: unknown, dialect: Dialect, around: Surroundings): unknown {
  const holding = schemaWords(dialect).get(word);
  if (holding === undefined) return value;
  if (Array.isArray(value)) return value.map((item, index) => around.child([word, index], item));
  if (holding !== "map") return around.child([word], value);
  const whole = Object.entries(value as SchemaObject).filter(([name]) => {
    const broken = /\p{Surrogate}/u.test(name);
    if (broken) around.note("error", [word, name], halfCharacter);
    return !broken;
  });
  return Object.fromEntries(whole.map(([name, item]) => [name, around.child([word, name], item)]));
}

const halfCharacter = {
  code: "half-character",
  message: "The name has one half of a character that takes two (a lone surrogate), so no text can contain it.",
  hint: "Write the character whole.",
};

function addReference(words: Map<string, unknown>, ref: string | undefined): void {
  if (ref === undefined) return;
  if (words.has("$ref")) words.set("allOf", [...((words.get("allOf") as unknown[]) ?? []), { $ref: ref }]);
  else words.set("$ref", ref);
}

function addDependencies(words: Map<string, unknown>, value: SchemaObject, around: Surroundings): void {
  const entries = Object.entries(value);
  const add = (word: string, found: [string, unknown][]) => {
    if (found.length > 0)
      words.set(word, Object.fromEntries([...Object.entries((words.get(word) as SchemaObject) ?? {}), ...found]));
  };
  add(
    "dependentRequired",
    entries.filter(([, item]) => Array.isArray(item)),
  );
  add(
    "dependentSchemas",
    entries
      .filter(([, item]) => !Array.isArray(item))
      .map(([name, item]) => [name, around.child(["dependencies", name], item)]),
  );
}

/** OpenAPI's `nullable` counts where a `type` stands beside it, as OpenAPI 3.0.3 says; real tool definitions are full of it. */
function foldNullable(schema: SchemaObject): SchemaObject {
  const { nullable, ...rest } = schema;
  if (nullable !== true && nullable !== false) return schema;
  const { type } = rest;
  if (nullable === false || type === undefined) return rest;
  const types = Array.isArray(type) ? type : [type];
  return { ...rest, type: types.includes("null") ? types : [...types, "null"] };
}

/** Looks no deeper than it must, so that no value can exhaust the stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

const nullableAlone = {
  code: "nullable-alone",
  message: '"nullable" counts beside "type" only, as OpenAPI has it; here it changes nothing.',
  hint: 'Allow null with "type": ["…", "null"], or with a branch of "anyOf".',
};
const oldTuple = {
  code: "old-tuple",
  message: '"items" with an array is the tuple of draft-07; it is read as "prefixItems".',
  hint: 'Write "prefixItems", and "items" for what comes after.',
};
