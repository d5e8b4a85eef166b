import { summarise } from "./statistics.mjs";

/**
 * Runs all contestants once a round, in an order that turns from round to round, so that a slow moment of the machine or
 * a full heap does not always hit the same one. A contestant that throws is reported as absent, not dropped.
 *
 * A contestant is `{ name, role: "ours" | "peer" | "floor", run, note? }`; `run` gives one figure.
 */
export async function compare(contestants, { rounds, unit, warmUp = true, say = () => {} }) {
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
  if (warmUp) for (const contestant of running) await measure(contestant, false);
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`);
    const turn = round % running.length;
    for (const contestant of [...running.slice(turn), ...running.slice(0, turn)]) await measure(contestant, true);
  }
  const measures = running
    .filter((contestant) => !isAbsent(contestant) && contestant.samples.length > 0)
    .map(({ name, role, note, samples }) => ({ name, role, note, unit, samples, ...summarise(samples) }));
  return { measures, absent };
}

export function firstLine(error) {
  return String(error?.message ?? error)
    .split("\n")[0]
    .slice(0, 200);
}
