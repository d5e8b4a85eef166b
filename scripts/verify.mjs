// Everything that must hold before a change is submitted: lint and format, types, drift, tests.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const steps = [
  ["lint and format", "node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings"],
  ["types", "node_modules/typescript/bin/tsc", "-b"],
  ["types of the tests", "node_modules/typescript/bin/tsc", "-p", "test"],
  ["drift", "src/generator/bin/toolwright.js", "generate", "--check"],
  ["tests", "scripts/test.mjs"],
];

const root = fileURLToPath(new URL("..", import.meta.url));
const failures = [];
for (const [name, ...args] of steps) {
  console.log(`toolwright: ${name} …`);
  if (spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status !== 0) failures.push(name);
}
console.log(failures.length === 0 ? "toolwright: all is well." : `toolwright: failed: ${failures.join(", ")}.`);
process.exitCode = failures.length === 0 ? 0 : 1;
