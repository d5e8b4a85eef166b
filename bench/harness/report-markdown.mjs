import { bound, number, spread, verdictOf } from "./words.mjs";

/** The page that a run leaves behind. Nothing in it is written by hand. */
export function markdownOf({ machine, versions, cases, judged }) {
  const short = judged.filter(({ verdict }) => verdict === "short");
  const unmeasured = judged.filter(({ verdict }) => verdict === "unmeasured");
  return [
    "# Benchmarks",
    "",
    "Written by `npm run bench`; do not edit. Read ratios, not times: ours, peers and floors ran interleaved in one run,",
    "and ratios are medians of rounds, with the lowest and highest round beside them.",
    "",
    `Machine: ${machine}. Versions: ${versions.join(", ")}.`,
    "",
    "## Where we fall short",
    "",
    ...(short.length === 0 ? ["Nothing that was measured misses its target."] : judgementTable(short)),
    ...(unmeasured.length === 0 ? [] : ["", "Not measured in this run:", ...unmeasured.map(({ what }) => `- ${what}`)]),
    "",
    "## Where we lose, target or not",
    "",
    ...losses(cases),
    "",
    "## All targets",
    "",
    ...judgementTable(judged),
    ...cases.flatMap((one) => caseLines(one, machine)),
    "",
  ].join("\n");
}

function judgementTable(judged) {
  return [
    "| | measured | spread | must | aim | |",
    "|---|---|---|---|---|---|",
    ...judged.map((row) => {
      const told = row.figure === null ? ["–", ""] : [number(row.figure.value), spread(row.figure)];
      return `| ${[row.what, ...told, bound(row, row.must), bound(row, row.aim), verdictOf(row)].join(" | ")} |`;
    }),
  ];
}

/** Every peer that is faster than ours, whoever does more. */
function losses(cases) {
  const lost = cases.flatMap(({ title, better, measures }) => {
    const [ours] = measures.filter(({ role }) => role === "ours");
    const wins = (peer) => (better === "more" ? peer.median > ours.median : peer.median < ours.median);
    return measures
      .filter((one) => one.role === "peer" && ours !== undefined && wins(one))
      .map((one) => {
        const times = better === "more" ? one.median / ours.median : ours.median / one.median;
        return `- ${title}: ${one.name} is ${number(times)} times as fast as ${ours.name}.`;
      });
  });
  return lost.length === 0 ? ["No peer is faster in any case."] : lost;
}

function caseLines({ title, at, machine, cut = null, work, unequal, figures, measures, absent, growth = [] }, here) {
  const elsewhere = machine === undefined || machine === here ? "" : ` (${machine})`;
  return [
    "",
    `## ${title}`,
    "",
    `${work} Measured ${at}${elsewhere}.${cut === null ? "" : ` ${cut}`}`,
    ...(unequal.length > 0 ? ["", "Unequal work:", ...unequal.map((line) => `- ${line}`)] : []),
    "",
    "| ratio or figure | | spread |",
    "|---|---|---|",
    ...figures.map((figure) => `| ${figure.what} | ${number(figure.value)} | ${spread(figure)} |`),
    "",
    "| | | median | spread | |",
    "|---|---|---|---|---|",
    ...measures.map(
      (one) =>
        `| ${[one.name, one.role, `${number(one.median)} ${one.unit}`, spread(one), one.note ?? ""].join(" | ")} |`,
    ),
    ...(absent.length > 0 ? ["", ...absent.map(({ name, reason }) => `- **${name}** did not run: ${reason}`)] : []),
    ...growth.flatMap(({ id, title: drawn, exponent }) => [
      "",
      `![${drawn}](bench/${id}.svg)`,
      "",
      `${drawn}: exponent ${number(exponent)}.`,
    ]),
  ];
}
