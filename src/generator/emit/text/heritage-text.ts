/** `Parent<A, B>`, broken one argument a line where `lead` in front of it leaves too little room. */
export function heritageText(parent: string, args: readonly string[], lead: number): string {
  const flat = `${parent}<${args.join(", ")}>`;
  return lead + flat.length + " {".length <= 120 ? flat : `${parent}<\n${args.map((arg) => `  ${arg}`).join(",\n")}\n>`;
}
