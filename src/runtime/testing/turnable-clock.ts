/** A clock that only moves when it is turned. */
export interface TurnableClock {
  (): number;
  turn(ms: number): void;
}

/** Makes a clock for a ledger under test, so that leases, windows and deadlines pass without waiting. */
export function turnableClock(startMs = 1_700_000_000_000): TurnableClock {
  let nowMs = startMs;
  const turn = (ms: number) => {
    nowMs += ms;
  };
  return Object.assign(() => nowMs, { turn });
}
