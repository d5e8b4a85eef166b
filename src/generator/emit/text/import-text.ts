import { stringLiteral } from "./string-literal.js";

/** An import of names, each possibly with "type " in front; broken one a line where it does not fit. */
export function importText(names: readonly string[], from: string): string {
  const bare = (name: string) => name.replace(/^type /, "");
  const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1));
  const allTypes = sorted.every((name) => name.startsWith("type "));
  const keyword = allTypes ? "import type" : "import";
  const parts = allTypes ? sorted.map(bare) : sorted;
  const flat = `${keyword} { ${parts.join(", ")} } from ${stringLiteral(from)};`;
  return flat.length <= 120
    ? flat
    : `${keyword} {\n${parts.map((part) => `  ${part},\n`).join("")}} from ${stringLiteral(from)};`;
}
