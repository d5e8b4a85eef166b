/** Compares figures with targets. "unmeasured" is no pass: a target that nobody measured says nothing. */
export function judge(targets, figures) {
  const byId = new Map(figures.map((figure) => [figure.id, figure]));
  return targets.map((target) => {
    const figure = byId.get(target.id);
    if (figure === undefined || !Number.isFinite(figure.value))
      return { ...target, figure: null, verdict: "unmeasured" };
    const reaches = (wanted) => (target.better === "more" ? figure.value >= wanted : figure.value <= wanted);
    const verdict = reaches(target.aim) ? "aim" : reaches(target.must) ? "must" : "short";
    return { ...target, figure, verdict };
  });
}
