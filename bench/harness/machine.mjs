import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { missingPeers } from "./missing-peers.mjs";

const home = new URL("../", import.meta.url);

/** The class of this machine; never its name. */
export function machineClass() {
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}

/** What was compared, as installed; what could not be installed is named too. */
export function versions(folder = home) {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const missing = new Map(missingPeers(folder).map((peer) => [peer.name, peer.found ?? "NOT INSTALLED"]));
  return Object.entries(optionalDependencies).map(([name, wanted]) => `${name} ${missing.get(name) ?? wanted}`);
}
