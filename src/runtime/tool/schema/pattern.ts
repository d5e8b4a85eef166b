/** Compiles a pattern with full Unicode; one that only older rules allow, such as `[\w-.]`, is read by those. */
export function pattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
