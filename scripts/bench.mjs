// Installs the peers if they are missing, then measures: `npm run bench -- call ledger --quick --check`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL("../bench", import.meta.url));
if (!existsSync(`${bench}/node_modules/.package-lock.json`)) {
  console.error("bench: installing the peers (npm ci) …");
  const windows = process.platform === "win32";
  const stdio = ["ignore", "ignore", "inherit"];
  // A peer that cannot be installed must not keep the others from being measured; it is told as absent.
  spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: bench, stdio, shell: windows });
}
const { status } = spawnSync(process.execPath, [`${bench}/main.mjs`, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
