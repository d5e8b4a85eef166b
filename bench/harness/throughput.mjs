/** Calls a second of `callers` who each call again as soon as they are answered, for about `ms`. */
export async function throughput(call, { callers, ms, latencies = null }) {
  let calls = 0;
  const started = performance.now();
  const ends = started + ms;
  const caller = async () => {
    for (;;) {
      const before = performance.now();
      if (before >= ends) return;
      await call(calls++);
      latencies?.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return calls / ((performance.now() - started) / 1000);
}
