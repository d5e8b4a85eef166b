import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { broken, runCaseProcess } from "./harness/case-process.mjs";
import { judge } from "./harness/judge.mjs";
import { keepResults } from "./harness/keep-results.mjs";
import { machineClass, versions } from "./harness/machine.mjs";
import { judgementText, textOf } from "./harness/report-text.mjs";
import { exponentOf } from "./harness/statistics.mjs";
import { suites } from "./suites.mjs";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean" }, json: { type: "boolean" }, check: { type: "boolean" } },
});
const unknown = positionals.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`bench: no suite "${unknown}"; there are ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}
const isQuick = options.quick ?? false;
const chosen = positionals.length > 0 ? positionals : Object.keys(suites);
const { targets } = JSON.parse(readFileSync(new URL("targets.json", import.meta.url), "utf8"));
// A run promises to end: in less than 15 minutes, a quick one in less than 2.
const wholeMs = isQuick ? 115_000 : 880_000;
const started = performance.now();
const machine = machineClass();

const cases = [];
for (const suite of chosen)
  for (const [file, name] of suites[suite]) {
    const found = await runCase(suite, file, name);
    cases.push(...found);
    if (!options.json) for (const one of found) console.log(textOf(one));
    // After every case: a run that is broken off leaves what it had found.
    if (!isQuick) keepResults({ machine, versions: versions(), cases, targets });
  }
const judged = judge(
  targets.filter(({ suite, onlyFull = false }) => chosen.includes(suite) && !(isQuick && onlyFull)),
  cases.flatMap(({ figures }) => figures),
);
const tookSeconds = Math.round((performance.now() - started) / 1000);
if (options.json) console.log(JSON.stringify({ machine, versions: versions(), tookSeconds, cases, judged }));
else {
  if (options.check) console.log(`\nTargets\n${judgementText(judged)}`);
  const kept = isQuick ? "a quick run is not kept" : "docs/benchmarks.md and docs/bench are written anew";
  console.log(`\nTook ${tookSeconds} s; ${kept}.`);
}
if (options.check && judged.some(({ verdict }) => verdict === "short" || verdict === "unmeasured"))
  process.exitCode = 1;

async function runCase(suite, file, name) {
  // Neighbours disturb; whoever reads the figures should know how many there were.
  const load = loadavg()[0].toFixed(1);
  const at = new Date().toISOString().slice(0, 16).replace("T", " ");
  const before = performance.now();
  const limitMs = wholeMs - (before - started);
  const told = process.stderr.isTTY && !options.json ? process.stderr : null;
  const say = (line) => told?.write(`\r\u001b[Kbench: ${file}: ${line}`);
  const found =
    limitMs < 5_000
      ? broken(file, `the ${wholeMs / 1000} s of a run were used up before its turn`)
      : await runCaseProcess({ file, name, isQuick, limitMs, say });
  told?.write("\r\u001b[K");
  return found.map((one) => ({
    ...one,
    suite,
    at: `${at} UTC, at a load of ${load}`,
    machine,
    caseSeconds: Math.round((performance.now() - before) / 1000),
    figures: one.figures.filter(Boolean),
    growth: (one.growth ?? []).map((curve) => ({ ...curve, exponent: exponentOf(curve.points) })),
  }));
}
