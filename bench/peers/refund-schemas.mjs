import { z } from "zod";

/** What refund_payment takes and gives, in the words of the peers that take zod. */
export const zodInput = z.strictObject({
  orderId: z.string().regex(/^o_[0-9]+$/),
  amount: z.number().int().min(1),
  reason: z.enum(["duplicate", "fraud", "requested"]).optional(),
});
export const zodOutput = z.object({ refundId: z.string(), status: z.enum(["pending", "settled"]) });

/** The same input as JSON Schema. */
export const jsonInput = {
  type: "object",
  properties: {
    orderId: { type: "string", pattern: "^o_[0-9]+$" },
    amount: { type: "integer", minimum: 1 },
    reason: { enum: ["duplicate", "fraud", "requested"] },
  },
  required: ["orderId", "amount"],
  additionalProperties: false,
};
