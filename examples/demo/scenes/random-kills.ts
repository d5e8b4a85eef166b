import type { DeskCall } from "../desk-task.js";
import { inParallel } from "../in-parallel.js";
import { type KillPoint, killPoints } from "../kill-point.js";
import type { Proof } from "../proof.js";
import { seededRandom } from "../seeded-random.js";
import type { Stage } from "../stage.js";

interface Death {
  readonly order: string;
  readonly call: DeskCall;
  readonly point: KillPoint;
}

/** The order of the n-th death. */
export function orderOf(index: number): string {
  return `o_${100 + index}`;
}

/** Refunds and shipments, each in a process that is killed somewhere; then recovery, and every agent asks again. */
export async function randomKills(stage: Stage, kills: number, seed: number): Promise<readonly Proof[]> {
  const { narrator } = stage;
  narrator.title(`4  ${kills} processes killed at random points (seed ${seed})`);
  const deaths = drawDeaths(kills, seededRandom(seed));
  const shipments = deaths.map(({ call }) => call).filter(({ tool }) => tool === "ship_replacement");
  if (shipments.length > 0) {
    await stage.calls(...shipments);
    narrator.say(`the lead approved ${(await stage.approve("lead")).length} shipments`);
  }

  let done = 0;
  const died = await inParallel(deaths, 3, async ({ call, point }) => {
    const killed = await stage.kill(call, point);
    narrator.progress("processes killed (SIGKILL):", ++done, kills);
    return killed;
  });
  for (const line of spread(deaths)) narrator.say(line);
  await stage.leaseGoesBy();

  const recovered = await stage.desk({ kind: "recover" });
  const by = (how: string) => recovered.filter((one) => one.how === how).length;
  narrator.say(`recovery, in a new process: ${by("run")} run again under their key, ${by("reconcile")} reconciled`);
  const again = await stage.calls(...deaths.map(({ call }) => call));
  const succeeded = again.filter(({ status }) => status === "succeeded").length;
  const counts = await Promise.all(
    deaths.map(({ order, call }) => stage.count(call.tool === "refund_payment" ? "refunds" : "shipments", order)),
  );
  for (const [index, count] of counts.entries()) {
    const { order, call, point } = deaths[index] as Death;
    if (count !== 1) narrator.say(`${call.tool} of ${order}, killed ${point}, happened ${count} times`);
  }
  const once = counts.filter((count) => count === 1).length;
  narrator.say(`every agent asked again: ${succeeded} succeeded; the far side counts one each for ${once}`);
  const proof = (says: string, counted: number): Proof => ({ says, expected: String(kills), counted: String(counted) });
  return [
    proof("random kill points: processes killed", died.filter(Boolean).length),
    proof("random kill points: happened exactly once", once),
    proof("random kill points: succeeded when asked again", succeeded),
  ];
}

function drawDeaths(kills: number, random: () => number): readonly Death[] {
  return Array.from({ length: kills }, (_, index) => {
    const order = orderOf(index);
    const point = killPoints[Math.floor(random() * killPoints.length)] ?? killPoints[0];
    const callId = `d-${index}`;
    const call: DeskCall =
      random() < 0.5
        ? { tool: "refund_payment", input: { orderId: order, amount: 1_000 }, callId }
        : { tool: "ship_replacement", input: { orderId: order, lines: [{ sku: "mug", quantity: 1 }] }, callId };
    return { order, point, call };
  });
}

/** How the deaths are spread over the points, in the order of a call's life. */
function spread(deaths: readonly Death[]): readonly string[] {
  return killPoints.flatMap((point) => {
    const count = deaths.filter((death) => death.point === point).length;
    return count === 0 ? [] : [`${String(count).padStart(4)} ${point}`];
  });
}
