import { isSchemaObject, type SchemaObject } from "./schema-object.js";

const annotations = new Set(["title", "description", "default", "examples", "deprecated", "$comment"]);

/**
 * The branches of a `oneOf` with what each rules out for being the only one, as far as a type can tell it: where another
 * branch only asks for members, the one member that it asks for besides must be missing.
 */
export function exclusiveBranches(
  branches: readonly unknown[],
  definition: (ref: string) => unknown,
): readonly unknown[] {
  const targets = branches.map((branch) => targetOf(branch, definition));
  const asked = targets.map(onlyRequired);
  return branches.map((branch, index) => {
    const own = new Set(requiredBy(targets[index]));
    const missing = asked
      .filter((_, at) => at !== index)
      .map((names) => (names ?? []).filter((name) => !own.has(name)))
      .filter((names) => names.length === 1)
      .map(([name]) => ({ not: { required: [name] } }));
    return missing.length === 0 ? branch : { allOf: [branch, ...missing] };
  });
}

function targetOf(branch: unknown, definition: (ref: string) => unknown): unknown {
  const isBare = isSchemaObject(branch) && typeof branch.$ref === "string" && Object.keys(branch).length === 1;
  return isBare ? definition(branch.$ref as string) : branch;
}

function requiredBy(branch: unknown): readonly string[] {
  return isSchemaObject(branch) && Array.isArray(branch.required) ? branch.required : [];
}

/** The members that a branch asks for, if it asks for nothing else of an object. */
function onlyRequired(branch: unknown): readonly string[] | undefined {
  if (!isSchemaObject(branch) || !Array.isArray(branch.required)) return undefined;
  const { required, properties = {}, type = "object", ...more } = branch;
  if (type !== "object" || !Object.values(properties as SchemaObject).every(asksNothing) || !asksNothing(more))
    return undefined;
  return required;
}

function asksNothing(schema: unknown): boolean {
  return isSchemaObject(schema) ? Object.keys(schema).every((word) => annotations.has(word)) : schema === true;
}
