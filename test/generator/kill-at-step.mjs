// Preloaded into the command line: ends it right before the n-th time it changes the disk below the named folder.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { TOOLWRIGHT_KILL_AT, TOOLWRIGHT_KILL_BELOW = "generated", TOOLWRIGHT_KILL_SIGNAL = "SIGKILL" } = process.env;
let steps = 0;

for (const name of ["linkSync", "mkdirSync", "renameSync", "rmSync", "rmdirSync", "writeFileSync"]) {
  const original = fs[name];
  fs[name] = (path, ...rest) => {
    if (String(path).includes(TOOLWRIGHT_KILL_BELOW) && ++steps === Number(TOOLWRIGHT_KILL_AT))
      process.kill(process.pid, TOOLWRIGHT_KILL_SIGNAL);
    return original(path, ...rest);
  };
}
syncBuiltinESMExports();
