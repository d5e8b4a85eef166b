const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of "500ms", "5s", "15m", "24h" or "30d"; the shape was checked before. */
export function durationMs(duration: string): number {
  const match = /^([1-9][0-9]*)(ms|s|m|h|d)$/.exec(duration);
  if (!match) throw new Error(`not a duration: ${duration}`);
  return Number(match[1]) * unitMs[match[2] as keyof typeof unitMs];
}
