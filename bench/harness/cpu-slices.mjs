const sliceMs = 150;
const [fewest, most] = [200, 400_000];

/**
 * A contestant's `run` that gives calls a CPU second: CPU time, which neighbours on the machine disturb less than they
 * disturb the clock on the wall. The first slice is the warm-up, `warmMs` of it, since an optimising compiler wants some
 * ten thousand calls; the others make as many calls as fit into a slice by what was seen last. Nobody's garbage is
 * collected by force: `gc()` throws away what the compiler had learnt, and the slice behind it would measure that.
 *
 * `open()` gives `invoke(n, many)`, which makes `many` calls from the n-th on; `batch` says how many at once.
 */
export function cpuSlices(open, { batch = 1, warmMs = 1_500 } = {}) {
  let opened;
  let calls = fewest;
  const many = async (invoke, from, count) => {
    const before = process.cpuUsage();
    for (let n = 0; n < count; n += batch) await invoke(from + n, batch);
    const { user, system } = process.cpuUsage(before);
    return count / ((user + system) / 1e6);
  };
  return async () => {
    const isWarmUp = opened === undefined;
    opened ??= await open();
    const ends = performance.now() + (isWarmUp ? warmMs : 0);
    let from = 0;
    let rate;
    do {
      rate = await many(opened, from, calls);
      from += calls;
      const fit = Math.round((rate * sliceMs) / 1000);
      calls = Math.ceil(Math.min(most, Math.max(fewest, fit)) / batch) * batch;
    } while (performance.now() < ends);
    return rate;
  };
}
