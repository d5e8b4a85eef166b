// Runs the tests and the demo under other releases of Node; the npm package `node` brings them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const releases = process.argv.length > 2 ? process.argv.slice(2) : ["22", "24"];
const failures = releases.flatMap((release) => {
  const bin = fetchNode(release);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return [["scripts/test.mjs"], ["build/examples/demo/main.js"]].flatMap((args) => {
    console.log(`toolwright: ${args[0]} under Node ${release} …`);
    const { status } = spawnSync(join(bin, "node"), args, { cwd: root, env, stdio: "inherit" });
    return status === 0 ? [] : [`${args[0]} under Node ${release}`];
  });
});
console.log(failures.length === 0 ? "toolwright: all is well." : `toolwright: failed: ${failures.join(", ")}.`);
process.exitCode = failures.length === 0 ? 0 : 1;

function fetchNode(release) {
  const home = join(root, "node_modules", ".nodes", release);
  const bin = join(home, "node_modules", "node", "bin");
  if (existsSync(bin)) return bin;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), "{}");
  const install = ["install", `node@${release}`, "--no-audit", "--no-fund"];
  const shell = process.platform === "win32";
  if (spawnSync("npm", install, { cwd: home, stdio: "inherit", shell }).status !== 0)
    throw new Error(`npm could not install node@${release}`);
  return bin;
}
