import { createExecutor, defineRegistry, generateApproverKeys, TypedTool } from "@toolwright/runtime";
import { registry } from "../../build/generated/registry.js";
import { RefundPaymentTool } from "../../build/generated/tools/refund-payment.js";

/** An input that nobody has used before, so that every call is new work. */
export const inputOf = (n) => ({ orderId: `o_${n}`, amount: 1 + (n % 9_999), reason: "requested" });

/** What every contestant's body does: next to nothing, asynchronously. */
export const refund = async ({ orderId }) => ({ refundId: `r_${orderId}`, status: "settled" });

const finance = { ann: generateApproverKeys().publicKey };

/**
 * The example's refund_payment as it is generated: schema, key, conditional approval, trust, stores and env. Its body
 * leaves out what peers have no word for.
 */
export function refundExecutor(ledger) {
  const { refund_payment } = registry.tools;
  const catalog = defineRegistry(1, { tools: { refund_payment }, stores: registry.stores });
  const tool = new RefundPaymentTool(async (input, context) => {
    void context.idempotencyKey;
    return refund(input);
  });
  return createExecutor(catalog, {
    tools: { refund_payment: tool },
    ledger,
    stores: "ledger",
    approvals: { finance },
    env: () => "secret",
    notice: () => {},
  });
}

class PlainRead extends TypedTool {
  constructor(policy, contract) {
    super(refund);
    this.policy = policy;
    this.contract = contract;
  }
}

/** A tool with the same schemas that only looks: what a ledger in memory is meant for. */
export function readExecutor(ledger) {
  const { policy, contract } = registry.tools.refund_payment;
  const open = { approval: "never", stores: {}, env: [] };
  const read = { ...policy, name: "refund_payment", effect: "read", key: null, ...open };
  const catalog = defineRegistry(1, { tools: { refund_payment: { policy: read, contract } }, stores: {} });
  return createExecutor(catalog, { tools: { refund_payment: new PlainRead(read, contract) }, ledger, notice: () => {} });
}

/** The n-th refund as one call from outside. */
export async function callRefund(executor, n, prefix = "c") {
  const context = { tenant: "shop", user: "ada", thread: "t1", callId: `${prefix}_${n}` };
  const result = await executor.execute("refund_payment", inputOf(n), context);
  if (result.status !== "succeeded") throw new Error(`expected a refund, got ${JSON.stringify(result)}`);
  return result;
}
