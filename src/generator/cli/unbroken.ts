const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Does work that must not be torn: an interrupt waits until it is done, and ends the process then. A second one does not wait. */
export async function unbroken<T>(work: () => T | Promise<T>): Promise<T> {
  // Whoever listens already decides what an interrupt means.
  const mine = signals.filter((signal) => process.listenerCount(signal) === 0);
  let came: NodeJS.Signals | null = null;
  const wait = (signal: NodeJS.Signals) => {
    came = signal;
    stop();
  };
  const stop = () => {
    for (const signal of mine) process.off(signal, wait);
  };
  for (const signal of mine) process.on(signal, wait);
  try {
    return await work();
  } finally {
    // A signal that came in the middle of synchronous work is told in the loop's next round.
    for (let round = 0; round < 2; round++) await new Promise((resolve) => setImmediate(resolve));
    stop();
    if (came !== null) process.kill(process.pid, came);
  }
}
