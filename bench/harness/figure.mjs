import { ratioOf } from "./statistics.mjs";

/** The ratio of two measures as a figure that a target can be set for; null where one of them is absent. */
export function figure(id, measures, above, below) {
  const find = (name) => measures.find((measure) => measure.name === name);
  const [a, b] = [find(above), find(below)];
  if (a === undefined || b === undefined) return null;
  const { median, low, high } = ratioOf(a.samples, b.samples);
  return { id, what: `${above} : ${below}`, value: median, low, high };
}

/** A figure that is no ratio of rounds. */
export function plainFigure(id, what, value) {
  return { id, what, value, low: value, high: value };
}
