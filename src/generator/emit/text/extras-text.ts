import type { Json } from "@toolwright/runtime";
import { propertyKey } from "./property-name.js";
import { valueLiteral } from "./value-literal.js";

/** Members of an object literal that most objects do without, one a line; nothing for those that are not there. */
export function extrasText(members: { readonly [name: string]: Json | undefined }): string {
  return Object.entries(members)
    .flatMap(([name, value]) => {
      const key = propertyKey(name);
      return value === undefined ? [] : [`  ${key}: ${valueLiteral(value, 2, `${key}: `.length, 1)},`];
    })
    .join("\n");
}
