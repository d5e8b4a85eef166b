import type { AnyResult, ApprovalRequest } from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { NotReachedError, type Send, send } from "../../build/examples/clients/send.js";
import type { ToolInputs } from "../../build/generated/registry.js";
import { as, openDesk } from "./open-desk.js";

let shop: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  shop = await openDesk();
});
afterAll(() => shop.close());

const requestOf = (result: AnyResult): ApprovalRequest => (result as { approval: ApprovalRequest }).approval;
/** The far side does what it is asked, and its answer is lost on the way back. */
const answerLost: Send = async (sending) => {
  await send(sending);
  throw new TypeError("fetch failed");
};

describe("look_up_order", () => {
  it("tells what the store knows, and nothing that its spec does not declare", async () => {
    const result = await shop.desk.execute("look_up_order", { orderId: "o_1" }, as("look-1"));
    expect(result).toMatchObject({ status: "succeeded" });
    expect((result as { output: object }).output).toEqual({
      orderId: "o_1",
      status: "paid",
      total: 50_000,
      lines: [{ sku: "mug", quantity: 2 }],
    });
  });

  it("fails with a declared code, and refuses an id that cannot be one", async () => {
    const unknown = await shop.desk.execute("look_up_order", { orderId: "o_9" }, as("look-2"));
    expect(unknown).toMatchObject({ status: "failed", code: "no_such_order" });
    const bad = await shop.desk.offer("look_up_order", { orderId: "42" }, as("look-3"));
    expect(bad).toMatchObject({ status: "rejected", reason: "invalid_input", violations: [{ path: "/orderId" }] });
  });
});

describe("tag_ticket", () => {
  it("says what changed, and changes nothing the second time", async () => {
    const tag = (callId: string, tags: readonly string[]) =>
      shop.desk.execute("tag_ticket", { ticketId: "t_7", status: "open", tags }, as(callId));
    expect(await tag("tag-1", ["late", "vip"])).toMatchObject({ output: { added: ["late", "vip"], removed: [] } });
    expect(await tag("tag-2", ["vip"])).toMatchObject({ output: { added: [], removed: ["late"] } });
    expect(await tag("tag-3", ["vip"])).toMatchObject({ output: { added: [], removed: [] } });
  });
});

describe("refund_payment", () => {
  it("is one refund for one order and amount, whatever the call id and the reason", async () => {
    const input = { orderId: "o_1", amount: 100 } as const;
    const first = await shop.desk.execute("refund_payment", { ...input, reason: "fraud" }, as("refund-1"));
    const second = await shop.desk.execute("refund_payment", { ...input, reason: "requested" }, as("refund-2"));
    expect(first).toMatchObject({ status: "succeeded", output: { status: "settled" }, replayed: false });
    expect(second).toMatchObject({ status: "succeeded", replayed: true });
    expect(await shop.count("refunds?order=o_1")).toBe(1);
  });

  it("fails before anything happened when the order is worth less", async () => {
    const result = await shop.desk.execute("refund_payment", { orderId: "o_1", amount: 9_999 }, as("refund-3"));
    expect(result).toMatchObject({ status: "succeeded" });
    const tooMuch = await shop.desk.execute("refund_payment", { orderId: "o_1", amount: 60_000 }, as("refund-4"));
    await shop.approve(requestOf(tooMuch), "finance");
    expect(await shop.desk.execute("refund_payment", { orderId: "o_1", amount: 60_000 }, as("refund-4"))).toMatchObject(
      {
        status: "failed",
        code: "too_much",
      },
    );
  });

  it("whose answer was lost is safe to repeat: the provider knows the key", async () => {
    const before = await shop.count("refunds?order=o_1");
    const unlucky = shop.link(answerLost);
    const input = { orderId: "o_1", amount: 555 } as const;
    expect(await unlucky.execute("refund_payment", input, as("refund-5"))).toMatchObject({ status: "in_doubt" });
    await unlucky.close();
    expect(await shop.desk.recover()).toMatchObject([{ tool: "refund_payment", how: "run", status: "succeeded" }]);
    expect(await shop.desk.execute("refund_payment", input, as("refund-5"))).toMatchObject({ replayed: true });
    expect(await shop.count("refunds?order=o_1")).toBe(before + 1);
  });

  it("is tried again, within its attempts, while nobody listens", async () => {
    let refused = 2;
    const comingUp: Send = (sending) =>
      refused-- > 0 ? Promise.reject(new NotReachedError(sending.url)) : send(sending);
    const desk = shop.link(comingUp);
    expect(await desk.execute("refund_payment", { orderId: "o_1", amount: 777 }, as("refund-6"))).toMatchObject({
      status: "succeeded",
    });
    expect((await desk.trail(as("refund-6"))).map(({ kind }) => kind)).toEqual([
      "claimed",
      "attempted",
      "attempted",
      "settled",
    ]);
    await desk.close();
  });

  it("of more than 100.00 waits for finance, and a no is final", async () => {
    const input = { orderId: "o_1", amount: 10_001 } as const;
    const asked = await shop.desk.execute("refund_payment", input, as("refund-7"));
    expect(asked).toMatchObject({
      status: "awaiting_approval",
      approval: { summary: "Refund 10001 of order o_1", by: ["finance"] },
    });
    expect(await shop.approve(requestOf(asked), "lead")).toMatchObject({ reason: "not_an_approver" });
    expect(await shop.approve(requestOf(asked), "finance", "deny")).toMatchObject({ settled: "denied" });
    expect(await shop.desk.execute("refund_payment", input, as("refund-7"))).toMatchObject({ reason: "denied" });
  });
});

describe("ship_replacement", () => {
  const approved = async (callId: string, input: ToolInputs["ship_replacement"]) => {
    const asked = await shop.desk.execute("ship_replacement", input, as(callId));
    expect(await shop.approve(requestOf(asked), "lead")).toMatchObject({ settled: "approved" });
    return input;
  };

  it("whose answer was lost is found in the warehouse, and not ordered again", async () => {
    const input = await approved("ship-1", { orderId: "o_1", lines: [{ sku: "mug", quantity: 1 }] });
    const unlucky = shop.link((sending) => (sending.url.endsWith("/shipments") ? answerLost(sending) : send(sending)));
    expect(await unlucky.execute("ship_replacement", input, as("ship-1"))).toMatchObject({
      status: "succeeded",
      output: { carrier: "post" },
    });
    await unlucky.close();
    expect(await shop.count("shipments?order=o_1")).toBe(1);
  });

  it("whose request got stuck cannot ship any more once it was looked for, and is ordered anew", async () => {
    const input = await approved("ship-2", { orderId: "o_1", lines: [{ sku: "mug", quantity: 3 }] });
    let stuck: Parameters<Send>[0] | undefined;
    const desk = shop.link((sending) => {
      if (stuck !== undefined || !sending.url.endsWith("/shipments")) return send(sending);
      stuck = sending;
      return Promise.reject(new TypeError("fetch failed"));
    });
    const before = await shop.count("shipments?order=o_1");
    expect(await desk.execute("ship_replacement", input, as("ship-2"))).toMatchObject({ status: "succeeded" });
    const { signal: _gone, ...late } = stuck as Parameters<Send>[0];
    expect(await send(late)).toMatchObject({ status: 410 });
    expect(await shop.count("shipments?order=o_1")).toBe(before + 1);
    await desk.close();
  });

  it("of what is sold out fails, for good", async () => {
    const input = await approved("ship-3", { orderId: "o_1", lines: [{ sku: "sold-out", quantity: 1 }] });
    const result = await shop.desk.execute("ship_replacement", input, as("ship-3"));
    expect(result).toMatchObject({ status: "failed", code: "out_of_stock" });
  });
});

describe("send_email", () => {
  const email = (to: string) => ({ to, subject: "Hello", body: "We are on it." });

  it("sends, and a refused address is definite", async () => {
    expect(await shop.desk.execute("send_email", email("bo@example.org"), as("mail-1"))).toMatchObject({
      status: "succeeded",
    });
    expect(await shop.desk.execute("send_email", email("nobody@example.org"), as("mail-2"))).toMatchObject({
      status: "failed",
      code: "bounced",
    });
  });

  it("whose answer was lost is in doubt, stays so, and is resolved by a person", async () => {
    const unlucky = shop.link(answerLost);
    expect(await unlucky.execute("send_email", email("cy@example.org"), as("mail-3"))).toMatchObject({
      status: "in_doubt",
    });
    await unlucky.close();
    shop.turnClock(3_600_000);
    await shop.desk.recover();
    expect(await shop.desk.execute("send_email", email("cy@example.org"), as("mail-3"))).toMatchObject({
      status: "in_doubt",
    });
    const found = { verdict: "happened", output: { messageId: "msg_1" } } as const;
    expect(await shop.desk.doubts.resolve(as("mail-3"), found, "ann", "the outbox")).toMatchObject({
      status: "resolved",
    });
    expect(await shop.desk.execute("send_email", email("cy@example.org"), as("mail-3"))).toMatchObject({
      output: { messageId: "msg_1" },
    });
    expect(await shop.count("messages?to=cy@example.org")).toBe(1);
  });
});

describe("close_account", () => {
  const close = (customerId: string, callId: string, trust?: "trusted") =>
    shop.desk.execute(
      "close_account",
      { customerId, requestedIn: "t_7" },
      as(callId, trust === undefined ? {} : { trust }),
    );

  it("is refused to a caller who is only verified", async () => {
    expect(await close("ada", "close-1")).toMatchObject({ status: "rejected", reason: "trust" });
  });

  it("runs once, after a lead said yes, whoever asks again", async () => {
    const asked = await close("ada", "close-2", "trusted");
    expect(await shop.count("accounts/ada")).toBe(0);
    await shop.approve(requestOf(asked), "lead");
    expect(await close("ada", "close-2", "trusted")).toMatchObject({ status: "succeeded", replayed: false });
    expect(await close("ada", "close-3", "trusted")).toMatchObject({ status: "succeeded", replayed: true });
    expect(await shop.count("accounts/ada")).toBe(1);
  });

  it("fails where orders are on the way", async () => {
    await shop.approve(requestOf(await close("waiting", "close-4", "trusted")), "lead");
    expect(await close("waiting", "close-4", "trusted")).toMatchObject({ status: "failed", code: "open_orders" });
  });
});
