/** An exported union type, broken one member a line where it does not fit. */
export function unionText(name: string, members: readonly string[]): string {
  const flat = `export type ${name} = ${members.join(" | ")};`;
  return flat.length <= 120 ? flat : `export type ${name} =\n${members.map((member) => `  | ${member}`).join("\n")};`;
}
