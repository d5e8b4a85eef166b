/** Types of which arrays are sent. */
export type ElementType = "text" | "int" | "float8";

const oids: Readonly<Record<ElementType, number>> = { text: 25, int: 23, float8: 701 };

/**
 * An array as PostgreSQL's own binary format has it. Spelt as text, every quote of every record would be escaped here and
 * found again there, which costs both sides more than all the rest of the statement.
 */
export function binaryArray(values: readonly unknown[], type: ElementType): Buffer {
  let size = 20;
  for (const value of values) {
    if (value === null || value === undefined) size += 4;
    else if (type === "text") size += 4 + Buffer.byteLength(value as string);
    else size += type === "int" ? 8 : 12;
  }
  const bytes = Buffer.allocUnsafe(size);
  bytes.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(1, 4);
  bytes.writeInt32BE(oids[type], 8);
  if (values.length === 0) return bytes.subarray(0, 12);
  bytes.writeInt32BE(values.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = 20;
  for (const value of values) {
    if (value === null || value === undefined) at = bytes.writeInt32BE(-1, at);
    else if (type === "text") {
      const length = bytes.write(value as string, at + 4);
      bytes.writeInt32BE(length, at);
      at += 4 + length;
    } else if (type === "int") at = bytes.writeInt32BE(value as number, bytes.writeInt32BE(4, at));
    else at = bytes.writeDoubleBE(value as number, bytes.writeInt32BE(8, at));
  }
  return bytes;
}
