/** Words whose members are names chosen by the author, each with a schema. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Words whose values are data, not schemas. */
const data = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);

/** Whether `"secret": true` is anywhere in the text of a schema; a property called "secret" is not one. */
export function hasSecret(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (Array.isArray(schema)) return schema.some(hasSecret);
  for (const [word, value] of Object.entries(schema)) {
    if (word === "secret") {
      if (value === true) return true;
    } else if (maps.has(word) && typeof value === "object" && value !== null) {
      if (Object.values(value).some(hasSecret)) return true;
    } else if (!data.has(word) && hasSecret(value)) return true;
  }
  return false;
}
