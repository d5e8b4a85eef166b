import type { Bundle } from "./bundle-schema.js";

const mostDefinitions = 100;

/** A text that two definitions share exactly when they and all they refer to say the same; undefined if they reach too far to compare. */
export function fingerprint(bundle: Bundle, ref: string): string | undefined {
  const order = new Map<string, number>([[ref, 0]]);
  const texts: string[] = [];
  for (const next of order.keys()) {
    if (order.size > mostDefinitions) return undefined;
    const schema = next === "#" ? bundle.root : bundle.definitions.get(next.slice("#/$defs/".length));
    texts.push(
      JSON.stringify(schema, (word, value) => {
        if (word !== "$ref" || typeof value !== "string" || !isReference(value, bundle)) return value;
        if (!order.has(value)) order.set(value, order.size);
        return order.get(value);
      }) ?? "",
    );
  }
  return texts.join("\n");
}

function isReference(value: string, bundle: Bundle): boolean {
  return value === "#" || bundle.definitions.has(value.slice("#/$defs/".length));
}
