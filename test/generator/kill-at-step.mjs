// Preloaded into the command line: kills it right before the n-th time it changes the disk below the output folder.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const last = Number(process.env.TOOLWRIGHT_KILL_AT);
let steps = 0;

for (const name of ["mkdirSync", "renameSync", "rmSync", "rmdirSync", "writeFileSync"]) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).includes("generated") && ++steps === last) process.kill(process.pid, "SIGKILL");
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
