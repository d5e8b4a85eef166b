import { propertyKey } from "./property-name.js";
import { stringLiteral } from "./string-literal.js";

const width = 120;
const shortKey = 5;

/**
 * A JSON value as a TypeScript literal in prettier's canonical form. `indent` is that of the line it starts on, `lead`
 * how much of that line is already taken and `trail` how much follows.
 */
export function valueLiteral(value: unknown, indent = 0, lead = 0, trail = 0): string {
  const flat = inline(value);
  if (!isExpanded(value, indent) && indent + lead + flat.length + trail <= width) return flat;
  const pad = " ".repeat(indent + 2);
  const end = " ".repeat(indent);
  if (Array.isArray(value)) {
    const items = value.map((item) => `${pad}${valueLiteral(item, indent + 2, 0, 1)},\n`);
    return items.length === 0 ? "[]" : `[\n${items.join("")}${end}]`;
  }
  if (typeof value === "object" && value !== null) {
    const keys = keysOf(value);
    const members = Object.entries(value).map(([key, member], index) => {
      const name = keys[index] ?? key;
      const literal = valueLiteral(member, indent + 2, name.length + 2, 1);
      // Prettier moves a string that does not fit onto a line of its own, unless that would hardly give it room.
      const moved =
        typeof member === "string" &&
        name.length >= shortKey &&
        indent + 2 + name.length + 2 + literal.length + 1 > width
          ? `\n${pad}  ${literal}`
          : ` ${literal}`;
      return `${pad}${name}:${moved},\n`;
    });
    return members.length === 0 ? "{}" : `{\n${members.join("")}${end}}`;
  }
  return flat;
}

/** The outermost object is always written one member a line. */
function isExpanded(value: unknown, indent: number): boolean {
  return indent === 0 && typeof value === "object" && value !== null && !Array.isArray(value);
}

function inline(value: unknown): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const keys = keysOf(value);
    const members = Object.values(value).map((member, index) => `${keys[index]}: ${inline(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return JSON.stringify(value);
}

function keysOf(value: object): readonly string[] {
  return Object.keys(value).map(propertyKey);
}
