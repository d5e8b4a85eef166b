/** Tells whether a regular expression repeats a group without limit that itself ends in such a repetition. */
export function backtracksWithoutBound(source: string): boolean {
  return /\([^()]*[*+]\)?[*+]/.test(source.replace(/\\./g, "x").replace(/\[[^\]]*\]/g, "x"));
}
