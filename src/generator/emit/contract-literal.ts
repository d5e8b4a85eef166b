/** Writes a JSON value as a JavaScript expression; a member called `__proto__` stays a member. */
export function contractLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(contractLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return scalar(value);
  const members = Object.entries(value).map(([name, member]) => {
    const key = name === "__proto__" ? '["__proto__"]' : scalar(name);
    return `${key}: ${contractLiteral(member)}`;
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function scalar(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}
