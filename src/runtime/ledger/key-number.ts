/**
 * A number that scatters keys evenly, for an index that is a fifth as large as one over the keys themselves. Two keys may
 * share a number, so whoever looks by it compares the key too. It is written in databases: it never changes.
 */
export function keyNumber(key: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  // 48 bits: whole in a JavaScript number, and six bytes in SQLite.
  return (high >>> 16) * 2 ** 32 + (low >>> 0);
}
