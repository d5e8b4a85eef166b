/** A type name in PascalCase from any text; letters of every script are kept. */
export function typeName(text: string): string {
  const words = text.normalize("NFC").match(/[\p{ID_Continue}$]+/gu) ?? [];
  const joined = words
    .flatMap((word) => word.split("_"))
    .filter(Boolean)
    .map((word) => word.replace(/^./u, (first) => first.toUpperCase()))
    .join("");
  if (joined === "") return "Unnamed";
  return /^[\p{ID_Start}$]/u.test(joined) ? joined : `Type${joined}`;
}
