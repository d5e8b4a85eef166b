import { bound, number, spread, verdictOf } from "./words.mjs";

/** A case for a terminal: ratios first, then what they were made of. */
export function textOf({ title, work, unequal, figures, measures, absent, growth = [], cut = null, caseSeconds }) {
  const ratios = figures.map((figure) => `  ${number(figure.value).padStart(8)}  ${figure.what}  ${range(figure)}`);
  const rows = measures.map(
    (one) =>
      `  ${number(one.median).padStart(12)} ${one.unit}  ${one.name}  ${range(one)}${one.note ? ` · ${one.note}` : ""}`,
  );
  const curves = growth.map((curve) => `  ${number(curve.exponent).padStart(8)}  exponent: ${curve.title}`);
  const missing = absent.map(({ name, reason }) => `  absent: ${name}: ${reason}`);
  return [
    `\n${title}`,
    ...ratios,
    ...curves,
    "",
    ...rows,
    ...missing,
    ...(cut === null ? [] : [`  ${cut}`]),
    `  ${work} (${caseSeconds} s)`,
    ...unequal.map((line) => `  · ${line}`),
  ].join("\n");
}

/** What the targets say, with what falls short on top. */
export function judgementText(judged) {
  const order = ["short", "unmeasured", "must", "aim"];
  const rows = [...judged].sort((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));
  return rows
    .map((row) => {
      const value = row.figure === null ? "–" : number(row.figure.value);
      return `  ${verdictOf(row).padEnd(17)} ${value.padStart(8)}  (must ${bound(row, row.must)}, aim ${bound(row, row.aim)})  ${row.what}`;
    })
    .join("\n");
}

function range(one) {
  const told = spread(one);
  return told === "" ? "" : `(${told})`;
}
