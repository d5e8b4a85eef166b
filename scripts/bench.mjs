// Installs the peers that are missing, then measures: `npm run bench -- call ledger --quick --check`.
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { missingPeers } from "../bench/harness/missing-peers.mjs";

const bench = fileURLToPath(new URL("../bench", import.meta.url));
const folder = pathToFileURL(`${bench}/`);
if (missingPeers(folder).length > 0) {
  console.error("bench: installing the peers (npm ci) …");
  // The peers are optional dependencies: one that cannot be installed does not keep the others away.
  const options = { cwd: bench, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" };
  spawnSync("npm", ["ci", "--no-audit", "--no-fund"], options);
}
for (const { name, wanted, found } of missingPeers(folder))
  console.error(`bench: ${name} ${wanted} could not be installed (${found ?? "nothing"} is there); its cases say so.`);
const { status } = spawnSync(process.execPath, [`${bench}/main.mjs`, ...process.argv.slice(2)], { stdio: "inherit" });
process.exitCode = status ?? 1;
