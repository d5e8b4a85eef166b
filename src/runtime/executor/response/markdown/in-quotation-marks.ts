const marks: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

/** Whether quotation marks stand directly around a part of a text. */
export function inQuotationMarks(text: string, start: number, end: number): boolean {
  const close = marks.get(text.charAt(start - 1));
  return close !== undefined && text.startsWith(close, end);
}
