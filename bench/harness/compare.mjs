import { summarise } from "./statistics.mjs";

/**
 * Runs all contestants once a round, in an order that turns from round to round, so that a slow moment of the machine or
 * a full heap does not always hit the same one. A contestant that throws is reported as absent, not dropped.
 *
 * A contestant is `{ name, role: "ours" | "peer" | "floor", run, note? }`; `run` gives one figure. After `budgetMs` no
 * round begins, once there are `least` of them: a busy machine gives fewer rounds, and `cut` says so.
 */
export async function compare(contestants, options) {
  const { rounds, unit, budgetMs = Number.POSITIVE_INFINITY, least = 2, warmUp = true, say = () => {} } = options;
  const started = performance.now();
  const absent = [];
  const running = contestants.map((contestant) => ({ ...contestant, samples: [] }));
  const isAbsent = ({ name }) => absent.some((one) => one.name === name);
  const measure = async (contestant, keep) => {
    if (isAbsent(contestant)) return;
    try {
      const figure = await contestant.run();
      if (keep) contestant.samples.push(figure);
    } catch (error) {
      absent.push({ name: contestant.name, reason: firstLine(error) });
    }
  };
  if (warmUp)
    for (const contestant of running) {
      say(`warming up ${contestant.name}`);
      await measure(contestant, false);
    }
  let round = 0;
  for (; round < rounds; round++) {
    if (round >= least && performance.now() - started >= budgetMs) break;
    const turn = round % running.length;
    for (const contestant of [...running.slice(turn), ...running.slice(0, turn)]) {
      say(`round ${round + 1} of ${rounds}, ${contestant.name}`);
      await measure(contestant, true);
    }
  }
  const measures = running
    .filter((contestant) => !isAbsent(contestant) && contestant.samples.length > 0)
    .map(({ name, role, note, samples }) => ({ name, role, note, unit, samples, ...summarise(samples) }));
  const cut = round < rounds ? `${round} rounds instead of ${rounds}: the time for this case was used up.` : null;
  return { measures, absent, cut };
}

export function firstLine(error) {
  return String(error?.message ?? error)
    .split("\n")[0]
    .slice(0, 200);
}
