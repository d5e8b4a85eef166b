/** A timer that is set for longer than this rings at once. */
export const longestTimerMs: number = 2 ** 31 - 1;
