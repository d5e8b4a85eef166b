import { fork } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { judge } from "./harness/judge.mjs";
import { machineClass, versions } from "./harness/machine.mjs";
import { plot } from "./harness/plot.mjs";
import { markdownOf } from "./harness/report-markdown.mjs";
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
  process.exit(1);
}
const chosen = positionals.length > 0 ? positionals : Object.keys(suites);
const { targets } = JSON.parse(readFileSync(new URL("targets.json", import.meta.url), "utf8"));
const kept = new URL("results.json", import.meta.url);

const cases = [];
for (const suite of chosen)
  for (const [file, name] of suites[suite]) {
    cases.push(...(await runCase(suite, file, name)));
    // After every case: a run that is broken off leaves what it had found.
    if (!options.quick) keep();
  }
const judged = judge(
  targets.filter(({ suite }) => chosen.includes(suite)),
  cases.flatMap(({ figures }) => figures),
);
if (options.json) console.log(JSON.stringify({ machine: machineClass(), versions: versions(), cases, judged }));
else if (options.check) console.log(`\nTargets\n${judgementText(judged)}`);
if (options.check && judged.some(({ verdict }) => verdict === "short" || verdict === "unmeasured"))
  process.exitCode = 1;

async function runCase(suite, file, name) {
  // Neighbours disturb; whoever reads the figures should know how many there were.
  const load = loadavg()[0].toFixed(1);
  const child = fork(new URL("run-case.mjs", import.meta.url), [file, name, options.quick ? "quick" : "full"], {
    execArgv: ["--expose-gc", "--no-deprecation"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const found = await new Promise((resolve) => {
    child.on("message", ({ line, found }) => {
      if (found) resolve(found);
      else if (process.stderr.isTTY) process.stderr.write(`\r\u001b[Kbench: ${file}: ${line}`);
    });
    child.once("exit", (status) => resolve(failed(file, status)));
  });
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K");
  const at = new Date().toISOString().slice(0, 16).replace("T", " ");
  const complete = found.map((one) => ({
    ...one,
    suite,
    at: `${at} UTC, at a load of ${load}`,
    figures: one.figures.filter(Boolean),
    growth: (one.growth ?? []).map((curve) => ({ ...curve, exponent: exponentOf(curve.points) })),
  }));
  if (!options.json) for (const one of complete) console.log(textOf(one));
  return complete;
}

// A case that broke is told like a peer that did not run: the others still count.
function failed(file, status) {
  const absent = [{ name: file, reason: `the case ended with ${status}` }];
  return [{ id: file, title: file, better: "more", work: "Broke.", unequal: [], measures: [], absent, figures: [] }];
}

/** Replaces what this run measured, keeps the rest of earlier runs, and writes the page and the plots anew. */
function keep() {
  const earlier = existsSync(kept) ? JSON.parse(readFileSync(kept, "utf8")).cases : [];
  const order = Object.keys(suites);
  const isOlder = ({ id, measures }) => measures.length > 0 && cases.every((one) => one.id !== id);
  const all = [...earlier.filter(isOlder), ...cases].sort((a, b) => order.indexOf(a.suite) - order.indexOf(b.suite));
  const page = { machine: machineClass(), versions: versions(), cases: all };
  writeFileSync(kept, `${JSON.stringify(page, null, 1)}\n`);
  const docs = new URL("../docs/", import.meta.url);
  mkdirSync(new URL("bench/", docs), { recursive: true });
  const everything = judge(
    targets,
    all.flatMap(({ figures }) => figures),
  );
  writeFileSync(new URL("benchmarks.md", docs), markdownOf({ ...page, judged: everything }));
  for (const curve of all.flatMap(({ growth }) => growth))
    writeFileSync(new URL(`bench/${curve.id}.svg`, docs), plot(curve));
}
