/** The middle value; the mean of the two middle ones where their number is even. */
export function median(values) {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median with the lowest and highest value. */
export function summarise(values) {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** The ratio of two series round by round, so that noise that hits a whole round cancels out. */
export function ratioOf(above, below) {
  return summarise(above.map((value, round) => value / below[round]));
}

/** The smallest value that at least this share of the values does not exceed. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

/** The exponent k of y = c · x^k, by least squares on logarithms: 1 is linear, 0 is flat. */
export function exponentOf(points) {
  const logs = points.map(({ x, y }) => [Math.log(x), Math.log(y)]);
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length;
  const above = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const below = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return above / below;
}
