import { bounds } from "./bounds.js";

/** A member of something that may not even be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown })[name] : undefined;
}

/** The members of something that may not be a list, as many as are looked at. */
export function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, bounds.items) : [];
}

/** A text that is there and not empty, or null. */
export function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
