/** A text to look for calls in. */
export interface Source {
  readonly text: string;
  /** Where a token comes next, or -1. Asking again costs nothing, so that openers without a closer stay linear. */
  next(token: string, at: number): number;
  /** The first place from here on that is not white space. */
  afterSpace(at: number): number;
}

/** Makes a text searchable. */
export function sourceOf(text: string): Source {
  const known = new Map<string, { readonly from: number; readonly index: number }>();
  const ink = /\S/g;
  return {
    text,
    next(token, at) {
      const last = known.get(token);
      if (last && last.from <= at && (last.index === -1 || last.index >= at)) return last.index;
      const index = text.indexOf(token, at);
      known.set(token, { from: at, index });
      return index;
    },
    afterSpace(at) {
      ink.lastIndex = at;
      return ink.exec(text)?.index ?? text.length;
    },
  };
}
