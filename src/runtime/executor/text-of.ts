/** What somebody threw or returned, as a text: one that refuses even that must not hide how the work ended. */
export function textOf(value: unknown): string {
  try {
    return value instanceof Error ? `${value.name}: ${value.message}` : String(value);
  } catch {
    return "(a value that cannot be shown)";
  }
}
