/** How much of a response is looked at; what goes beyond is told to the model, never run. */
export const bounds = {
  /** UTF-16 units of a text, or of one JSON text inside a structured response. */
  text: 1_000_000,
  calls: 128,
  /** Levels of lists and objects in an input; the executor refuses deeper ones anyway. */
  depth: 200,
  /** Members of a list in a structured response; the rest is not looked at. */
  items: 10_000,
  /** Characters of a tool's name. */
  name: 128,
} as const;
