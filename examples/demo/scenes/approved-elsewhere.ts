import type { DeskCall } from "../desk-task.js";
import type { Proof } from "../proof.js";
import type { Stage } from "../stage.js";

const order = "o_4";
const refund: DeskCall = { tool: "refund_payment", input: { orderId: order, amount: 25_000 }, callId: "c-refund" };

/** A large refund waits for a person, outlives its process, and runs once although two processes go for it. */
export async function approvedElsewhere(stage: Stage): Promise<readonly Proof[]> {
  const { narrator } = stage;
  narrator.title("3  A large refund waits for approval, and its process exits");
  const [asked] = await stage.calls(refund);
  const before = await stage.count("refunds", order);
  narrator.say(`${asked?.status}; the process has exited; the provider counts ${before}`);

  const approved = await stage.approve("finance");
  narrator.say(`another process: ann of finance signs "${approved.join('", "')}" with her Ed25519 key`);
  const [one, other] = await Promise.all([stage.calls(refund), stage.calls(refund)]);
  const after = await stage.count("refunds", order);
  narrator.say(`two more processes at once: ${one[0]?.status} and ${other[0]?.status}; the provider counts ${after}`);
  return [
    { says: "large refund: before a person's yes", expected: "awaiting_approval", counted: `${asked?.status}` },
    { says: "large refund: refunds before a person's yes", expected: "0", counted: String(before) },
    { says: "large refund, approved, two processes at once: refunds", expected: "1", counted: String(after) },
  ];
}
