import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { suites } from "../suites.mjs";
import { judge } from "./judge.mjs";
import { plot } from "./plot.mjs";
import { markdownOf } from "./report-markdown.mjs";

const results = new URL("../results.json", import.meta.url);
const docs = new URL("../../docs/", import.meta.url);

/** What is known after a run: what it measured anew, and of everything else the newest figures with their date. */
export function mergeCases(earlier, now) {
  const order = Object.keys(suites);
  const isOlder = ({ id, measures }) => measures.length > 0 && now.every((one) => one.id !== id);
  return [...earlier.filter(isOlder), ...now].sort((a, b) => order.indexOf(a.suite) - order.indexOf(b.suite));
}

/** Replaces what this run measured, keeps the rest of earlier runs, and writes the page and the plots anew. */
export function keepResults({ machine, versions, cases, targets }) {
  const earlier = existsSync(results) ? JSON.parse(readFileSync(results, "utf8")).cases : [];
  const all = mergeCases(earlier, cases);
  writeFileSync(results, `${JSON.stringify({ machine, versions, cases: all }, null, 1)}\n`);
  const figures = all.flatMap((one) => one.figures);
  const page = markdownOf({ machine, versions, cases: all, judged: judge(targets, figures) });
  writeFileSync(new URL("benchmarks.md", docs), page);
  mkdirSync(new URL("bench/", docs), { recursive: true });
  for (const curve of all.flatMap(({ growth = [] }) => growth))
    writeFileSync(new URL(`bench/${curve.id}.svg`, docs), plot(curve));
}
