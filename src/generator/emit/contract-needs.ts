import { isSchemaObject } from "../model/schema/schema-object.js";
import type { CompilerNeeds } from "./contract-compiler.js";

/** Looks through schemas for what makes their validators slower, so that only those that need it pay. */
export function contractNeeds(schemas: readonly unknown[]): CompilerNeeds {
  let unevaluated = false;
  let inheritedNames = false;
  const visit = (value: unknown): void => {
    if (typeof value === "string") inheritedNames ||= value in Object.prototype;
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isSchemaObject(value))
      for (const [name, inner] of Object.entries(value)) {
        unevaluated ||= name === "unevaluatedProperties" || name === "unevaluatedItems";
        inheritedNames ||= name in Object.prototype;
        visit(inner);
      }
  };
  schemas.forEach(visit);
  return { unevaluated, inheritedNames };
}
