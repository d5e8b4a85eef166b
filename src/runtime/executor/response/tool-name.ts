import { bounds } from "./bounds.js";

/** The name if it can be one of a tool, else null. */
export function toolName(value: unknown): string | null {
  return typeof value === "string" && value.length <= bounds.name && /^[\w.:/-]+$/.test(value) ? value : null;
}
