/** Finds where code that is set in backticks ends. */
export interface CodeSpans {
  /** Behind the run of as many backticks that comes next before `limit`, or -1. Places must be asked for in order. */
  endOf(length: number, from: number, limit: number): number;
}

/** Indexes the backticks of a text by the length of their runs, so that looking for a partner stays linear. */
export function codeSpansOf(text: string): CodeSpans {
  const byLength = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const places = byLength.get(run.length);
    if (places) places.push(index);
    else byLength.set(run.length, [index]);
  }
  const reached = new Map<number, number>();
  return {
    endOf(length, from, limit) {
      const places = byLength.get(length) ?? [];
      let next = reached.get(length) ?? 0;
      while ((places[next] ?? Infinity) < from) next++;
      reached.set(length, next);
      const place = places[next];
      return place !== undefined && place < limit ? place + length : -1;
    },
  };
}
