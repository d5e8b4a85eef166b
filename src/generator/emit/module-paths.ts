/** Where the files of one module are, inside the output folder. */
export function modulePaths(
  kind: "tool" | "store" | "state",
  stem: string,
): { readonly module: string; readonly contract: string } {
  const mark = kind === "tool" ? "" : `.${kind}`;
  return { module: `${kind}s/${stem}.ts`, contract: `contracts/${stem}${mark}.ts` };
}
