import { join } from "node:path";
import type { Proof } from "../proof.js";
import type { Stage } from "../stage.js";

const order = "o_1";

/** The problem: the process dies between the effect and the record of it, and the restart does it again. */
export async function naiveRefundKilled(stage: Stage): Promise<readonly Proof[]> {
  const { narrator, farSide, folder } = stage;
  narrator.title("1  A naive refund, killed after the provider said yes and before it was written down");
  const args = [farSide.url, join(folder, "naive-record"), order, "4200"];
  const first = await stage.child("naive-refund", ...args, "dies");
  narrator.say(`the process was ${first.kind} (SIGKILL); the provider counts ${await stage.count("refunds", order)}`);
  await stage.child("naive-refund", ...args);
  const counted = await stage.count("refunds", order);
  narrator.say(`restarted, it found no record and refunded; the provider counts ${counted}`);
  return [{ says: "naive refund, killed and restarted: refunds", expected: "2", counted: String(counted) }];
}
