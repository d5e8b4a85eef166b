import type { Bundle } from "./bundle-schema.js";
import { endlessReferences } from "./endless-references.js";
import { impossibleMembers } from "./impossible-members.js";
import { pointerTo } from "./json-pointer.js";
import { knownFormats } from "./known-formats.js";
import { patternTrouble } from "./pattern-trouble.js";
import type { SchemaNote } from "./schema-note.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";
import { subschemas } from "./subschemas.js";

/** Words that no sentence in the docs tells and that types tell in part at best. */
const beyondTypes = new Set(["not", "if", "contains", "propertyNames", "dependentRequired", "dependentSchemas"]);

/** Finds what is wrong with a bundle whose references resolve, and what its author should know. */
export function checkBundle(bundle: Bundle): readonly SchemaNote[] {
  const notes: SchemaNote[] = [];
  const note = (
    severity: SchemaNote["severity"],
    schema: SchemaObject,
    path: readonly string[],
    text: Pick<SchemaNote, "code" | "message" | "hint">,
  ) => {
    const place = bundle.places.get(schema);
    if (place !== undefined)
      notes.push({ ...text, severity, file: place.file, pointer: pointerTo(place.pointer, ...path) });
  };

  const visit = (schema: unknown): void => {
    if (!isSchemaObject(schema)) return;
    const patterns = [
      ...(typeof schema.pattern === "string" ? [{ source: schema.pattern, path: ["pattern"] }] : []),
      ...Object.keys((schema.patternProperties ?? {}) as SchemaObject).map((source) => ({
        source,
        path: ["patternProperties", source],
      })),
    ];
    for (const { source, path } of patterns) {
      const trouble = patternTrouble(source);
      if (trouble !== undefined) note(trouble.severity, schema, path, trouble);
    }
    if (typeof schema.format === "string" && !knownFormats.has(schema.format))
      note("info", schema, ["format"], {
        code: "unknown-format",
        message: `${JSON.stringify(schema.format)} is no format of JSON Schema, so it is not checked.`,
        hint: 'Add a "pattern" if values must be checked.',
      });
    for (const { index, name, meant } of impossibleMembers(schema))
      note("warning", schema, ["required", String(index)], {
        code: "required-not-allowed",
        message: `${JSON.stringify(name)} is required, but "additionalProperties": false refuses it, so no object fits.`,
        hint: meant === null ? `Add it to "properties".` : `Did you mean ${JSON.stringify(meant)}?`,
      });
    for (const word of Object.keys(schema))
      if (beyondTypes.has(word))
        note("info", schema, [word], {
          code: "beyond-types",
          message: `The type does not tell all that "${word}" asks; the validator enforces it.`,
          hint: "Nothing needs to be done.",
        });
    for (const inner of subschemas(schema, "2020-12")) visit(inner.schema);
  };
  visit(bundle.root);
  for (const schema of bundle.definitions.values()) visit(schema);

  for (const schema of endlessReferences(bundle))
    note("error", schema, ["$ref"], {
      code: "endless-ref",
      message: "The reference leads back to itself without going into the value, so validation would never end.",
      hint: "Break the circle: let a definition refer to itself only below properties or items.",
    });
  return notes;
}
