/** Tells whether a schema speaks of a member that every object seems to have, such as "constructor". */
export function mentionsInheritedName(value: unknown): boolean {
  if (typeof value === "string") return value in Object.prototype;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name in Object.prototype || mentionsInheritedName(inner));
}
