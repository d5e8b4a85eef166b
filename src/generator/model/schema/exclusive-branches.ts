import { isSchemaObject } from "./schema-object.js";

/**
 * The branches of a `oneOf` with what each rules out for being the only one, as far as a type can tell it: where they
 * only ask for members, the one member that another branch asks for besides must be missing.
 */
export function exclusiveBranches(branches: readonly unknown[]): readonly unknown[] {
  const asked = branches.map(onlyRequired);
  if (asked.includes(undefined)) return branches;
  return branches.map((branch, index) => {
    const own = new Set(asked[index]);
    const missing = asked
      .filter((_, at) => at !== index)
      .map((names) => (names ?? []).filter((name) => !own.has(name)))
      .filter((names) => names.length === 1)
      .map(([name]) => ({ not: { required: [name] } }));
    return { allOf: [branch, ...missing] };
  });
}

function onlyRequired(branch: unknown): readonly string[] | undefined {
  if (!isSchemaObject(branch) || !Array.isArray(branch.required)) return undefined;
  const { required, title: _t, description: _d, ...more } = branch;
  if (Object.keys(more).length > 1 || (Object.keys(more).length === 1 && more.type !== "object")) return undefined;
  return required;
}
