/** Writes a string literal as prettier does: the quotes that need fewer escapes, double ones if in doubt. */
export function typesString(text: string): string {
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  const escaped = JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  if (doubles <= singles) return escaped;
  return `'${escaped.slice(1, -1).replace(/\\"|\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))}'`;
}

/** Writes the name of a member, quoted only where it must be. */
export function typesKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : typesString(name);
}
