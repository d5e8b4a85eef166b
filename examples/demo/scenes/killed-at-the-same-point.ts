import { caller, type DeskCall } from "../desk-task.js";
import type { Proof } from "../proof.js";
import type { Stage } from "../stage.js";

const point = "after the answer has come";
const to = "ada@example.org";
const refund: DeskCall = { tool: "refund_payment", input: { orderId: "o_2", amount: 4_200 }, callId: "b-refund" };
const shipment: DeskCall = {
  tool: "ship_replacement",
  input: { orderId: "o_3", lines: [{ sku: "mug", quantity: 1 }] },
  callId: "b-shipment",
};
const email: DeskCall = {
  tool: "send_email",
  input: { to, subject: "Your refund", body: "It is on its way." },
  callId: "b-email",
};

/** The same death, three effects: safe to repeat by key, found out by reconcile, in doubt until a person says. */
export async function killedAtTheSamePoint(stage: Stage): Promise<readonly Proof[]> {
  const { narrator } = stage;
  narrator.title("2  Toolwright, killed at the same point, once for each kind of effect");
  await stage.calls(shipment);
  await stage.approve("lead");
  const died = await Promise.all([refund, shipment, email].map((call) => stage.kill(call, point)));
  narrator.say(`${died.filter(Boolean).length} processes were killed (SIGKILL) ${point}`);
  await stage.leaseGoesBy();

  for (const { tool, how, status } of await stage.desk({ kind: "recover" }))
    narrator.say(`recovery, in a new process: ${tool} ${told[how]} → ${status}`);
  await personLooksIntoTheOutbox(stage);

  const again = await stage.calls(refund, shipment, email);
  narrator.say(`the agent asks again for all three: ${again.map(({ status }) => status).join(", ")}`);
  const answered = again.filter((result) => result.status === "succeeded" && result.replayed).length;
  const proof = (says: string, expected: number, counted: number): Proof => {
    return { says, expected: String(expected), counted: String(counted) };
  };
  return [
    proof("keyed, killed at the same point: refunds", 1, await stage.count("refunds", "o_2")),
    proof("reconcilable, killed at the same point: shipments", 1, await stage.count("shipments", "o_3")),
    proof("once, killed at the same point: messages", 1, await stage.count("messages", to)),
    proof("answers from the record when asked again", 3, answered),
  ];
}

const told = {
  run: "is safe to repeat: run again under the same key",
  reconcile: "was looked up in the world",
  doubt: "can be neither repeated nor looked up",
  fail: "is a read, and failed",
} as const;

/** What no program can know about an e-mail, a person finds out, and signs with their name. */
async function personLooksIntoTheOutbox(stage: Stage): Promise<void> {
  const { messages } = await stage.lookUp("messages", to);
  const [message] = messages as readonly { readonly id: string }[];
  const receipt = await stage.desk({
    kind: "resolve",
    call: { ...caller, callId: email.callId },
    resolution: message ? { verdict: "happened", output: { messageId: message.id } } : { verdict: "did_not_happen" },
    by: "ann",
    evidence: "the outbox",
  });
  const verdict = message ? "it happened" : "it did not happen";
  stage.narrator.say(`ann looked into the outbox and says that ${verdict}: ${receipt.status}`);
}
