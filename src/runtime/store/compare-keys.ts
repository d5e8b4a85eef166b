/** Orders keys by code point, as the binary collations of SQLite and PostgreSQL do; plain `<` goes by UTF-16 unit. */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(i);
    if (left !== right) return rank(a, i, left) - rank(b, i, right);
  }
  return a.length - b.length;
}

/** Where two strings part inside a pair, the halves order as the whole code points do. */
function rank(text: string, at: number, unit: number): number {
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const trail = unit >= 0xdc00;
  const other = text.charCodeAt(trail ? at - 1 : at + 1);
  const paired = trail ? other >= 0xd800 && other < 0xdc00 : other >= 0xdc00 && other <= 0xdfff;
  return paired ? 0x10000 + unit : unit;
}
