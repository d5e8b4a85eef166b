import { parseArgs } from "node:util";
import { Narrator } from "./narrator.js";
import type { Proof } from "./proof.js";
import { approvedElsewhere } from "./scenes/approved-elsewhere.js";
import { killedAtTheSamePoint } from "./scenes/killed-at-the-same-point.js";
import { naiveRefundKilled } from "./scenes/naive-refund-killed.js";
import { orderOf, randomKills } from "./scenes/random-kills.js";
import { Stage } from "./stage.js";

const { values } = parseArgs({ options: { seed: { type: "string" }, kills: { type: "string", default: "25" } } });
const kills = Number(values.kills);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);
const startedMs = performance.now();
const narrator = new Narrator(process.stdout, {
  colour: process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
  elapsedMs: () => performance.now() - startedMs,
});

// A run that is interrupted sweeps up as well: `exit` handlers run only where somebody ends the process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

narrator.title(`Toolwright: agent tools that happen once (--seed ${seed} repeats this run)`);
const orders = ["o_2", "o_3", "o_4", ...Array.from({ length: kills }, (_, index) => orderOf(index))];
const stage = await Stage.open(narrator, orders);
const proofs: readonly Proof[] = [
  ...(await naiveRefundKilled(stage)),
  ...(await killedAtTheSamePoint(stage)),
  ...(await approvedElsewhere(stage)),
  ...(kills === 0 ? [] : await randomKills(stage, kills, seed)),
];
await stage.close();
process.exitCode = narrator.table(proofs) ? 0 : 1;
