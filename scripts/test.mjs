// Runs the tests once and ends with one plain line of counts. `--deep` takes longer; other arguments pick files.
import { startVitest } from "vitest/node";

const args = process.argv.slice(2);
if (args.includes("--deep")) process.env.TOOLWRIGHT_DEEP = "1";
const filters = args.filter((arg) => !arg.startsWith("--"));

const vitest = await startVitest("test", filters, { run: true, watch: false });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const inState = (state) => tests.filter((test) => test.result().state === state);

// What could not even be collected has no tests to count, and must not pass for it.
const broken = modules
  .flatMap((module) => [module, ...module.children.allSuites()])
  .filter((part) => part.errors().length > 0);
const unhandled = vitest.state.getUnhandledErrors();
const skipped = inState("skipped");
const passed = inState("passed").length;
const failed = inState("failed").length + inState("pending").length + broken.length + unhandled.length;
await vitest.close();

if (skipped.length > 0) console.log(`Skipped:\n${reasonsOf(skipped).join("\n")}\n`);
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

// One line a group of tests that were skipped for the same reason.
function reasonsOf(tests) {
  const groups = new Map();
  for (const test of tests) {
    const group = [test.module.relativeModuleId, test.parent.type === "suite" ? test.parent.fullName : ""];
    const line = `  ${group.filter(Boolean).join(" > ")}: ${test.result().note ?? "no reason given"}`;
    groups.set(line, (groups.get(line) ?? 0) + 1);
  }
  return [...groups].map(([line, count]) => `${line} (${count})`);
}
