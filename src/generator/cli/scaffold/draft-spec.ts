import type { Effect } from "@toolwright/runtime";
import { fillTemplate, type Template } from "../../emit/fill-template.js";
import { UsageError } from "../exit-code.js";

/** What a new spec says. */
export interface NewSpec {
  readonly name: string;
  readonly description: string | undefined;
  readonly effect: Effect;
  readonly approval: "always" | "never" | undefined;
  /** Who approves; a group. */
  readonly by?: string | undefined;
  /** JSON Pointers that make the key; their properties are put into the input. */
  readonly key?: readonly string[];
  /** Stores and how they are used: "orders:read". */
  readonly stores?: readonly string[];
}

/** Refuses a name that some model provider or some file system would. */
export function refuseName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) return;
  throw new UsageError(
    `${JSON.stringify(name)} cannot be the name of a tool.`,
    "Begin with a letter; letters, digits, _ and -, 64 at most, work everywhere: refund_payment.",
  );
}

/** Refuses a key that does not name properties of the input. */
export function refuseKey(key: readonly string[]): void {
  const wrong = key.find((pointer) => !/^\/?[A-Za-z_][A-Za-z0-9_]*$/.test(pointer));
  if (wrong !== undefined)
    throw new UsageError(`${JSON.stringify(wrong)} does not name a property.`, "Such as --key orderId amount.");
}

/** Writes the smallest spec of a tool. Whatever changes the world waits for a person, unless told otherwise. */
export function draftSpec(template: Template, spec: NewSpec, schema: string): string {
  const { name, description, effect, approval, key = [], stores = [] } = spec;
  const properties = key.map((pointer) => pointer.replace(/^\//, ""));
  return fillTemplate(template, {
    schema: JSON.stringify(schema),
    name: JSON.stringify(name),
    description: JSON.stringify(description ?? `Say here what ${name} does, and when a model should use it.`),
    input: JSON.stringify({
      type: "object",
      properties: Object.fromEntries(properties.map((property) => [property, { type: "string" }])),
      ...(properties.length > 0 ? { required: properties } : {}),
      additionalProperties: false,
    }),
    approval: approvalLine(approval ?? (effect === "read" ? undefined : "always"), spec.by ?? "approvers"),
    key: properties.length > 0 ? `  "key": ${JSON.stringify({ from: properties.map((each) => `/${each}`) })},` : "",
    stores: stores.length > 0 ? `  "stores": ${JSON.stringify(Object.fromEntries(stores.map(storeUse)))},` : "",
    effect: JSON.stringify(effect),
  }).text;
}

function storeUse(text: string): readonly [store: string, access: string] {
  const [, store = "", access = "read"] = /^([a-z][a-z0-9_]*)(?::(read|write))?$/.exec(text) ?? [];
  if (store !== "") return [store, access];
  throw new UsageError(`${JSON.stringify(text)} does not name a store.`, "Such as --stores orders:read refunds:write.");
}

function approvalLine(approval: NewSpec["approval"], by: string): string {
  switch (approval) {
    case undefined:
      return "";
    case "never":
      return '  "approval": "never",';
    case "always":
      return `  "approval": { "when": "always", "by": [${JSON.stringify(by)}] },`;
  }
}
