import { isSchemaObject } from "./schema-object.js";

/** What a person should know of a schema beside its type: its description, limits that types cannot say, default, examples. */
export function schemaDoc(schema: unknown): string {
  if (!isSchemaObject(schema)) return "";
  const { description, title, deprecated, examples } = schema;
  const about =
    typeof description === "string" && description.trim() ? description : typeof title === "string" ? title : "";
  const limits = Object.entries(schema)
    .map(([word, value]) => sentences[word]?.(value))
    .filter((sentence) => sentence !== undefined)
    .join(" ");
  const tags = [
    ...(schema.default === undefined ? [] : [`@default ${brief(schema.default)}`]),
    ...(Array.isArray(examples) ? examples.slice(0, 3).map((example) => `@example ${brief(example)}`) : []),
    ...(deprecated === true ? ["@deprecated"] : []),
  ];
  return [withoutTags(about.trim()), limits, tags.join("\n")].filter(Boolean).join("\n\n");
}

/** A description that happens to have "@deprecated" at the start of a line must not strike the member out. */
function withoutTags(text: string): string {
  return text.replace(/^([\s*]*)@/gm, "$1\\@");
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.length <= 200 ? text : `${text.slice(0, 199)}…`;
}

const sentences: { readonly [word: string]: ((value: unknown) => string | undefined) | undefined } = {
  minimum: (value) => `Minimum ${value}.`,
  maximum: (value) => `Maximum ${value}.`,
  exclusiveMinimum: (value) => `More than ${value}.`,
  exclusiveMaximum: (value) => `Less than ${value}.`,
  multipleOf: (value) => `A multiple of ${value}.`,
  minLength: (value) => `At least ${count(value, "character")}.`,
  maxLength: (value) => `At most ${count(value, "character")}.`,
  pattern: (value) => `Matches \`${value}\`.`,
  format: (value) => `Format: ${value}.`,
  minItems: (value) => `At least ${count(value, "item")}.`,
  maxItems: (value) => `At most ${count(value, "item")}.`,
  uniqueItems: (value) => (value === true ? "No item twice." : undefined),
  minProperties: (value) => `At least ${count(value, "member")}.`,
  maxProperties: (value) => `At most ${count(value, "member")}.`,
};

function count(value: unknown, noun: string): string {
  return `${value} ${noun}${value === 1 ? "" : "s"}`;
}
