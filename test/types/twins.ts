import { defineRegistry, match, memoryLedger, unreachable } from "@toolwright/runtime";
import {
  type Act,
  approvals,
  approvedForAnother,
  body,
  brokenRead,
  called,
  durable,
  email,
  found,
  inState,
  link,
  linkSecret,
  linkState,
  notRetried,
  reached,
  storesOf,
  sure,
  tools,
  unreconciled,
  without,
} from "./untyped.js";

/** What the runtime says to one thing that the compiler refuses, where a cast has silenced the compiler. */
export type Twin = readonly [rule: string, refused: () => unknown, said: string | RegExp];

/** By case: one twin for each line of its expected.txt, in the same order. */
export const twins: { readonly [name: string]: readonly Twin[] } = {
  "01-every-tool-linked": [
    ["one missing", () => link({ tools: without(tools, "send_email") }), 'tool "send_email" has no implementation'],
    ["one too many", () => link({ tools: { ...tools, send_fax: body } }), 'the registry has no tool "send_fax"'],
    [
      "the wrong one",
      () => link({ tools: { ...tools, send_email: tools.tag_ticket } }),
      '"send_email" was given the implementation of "tag_ticket"',
    ],
  ],
  "02-input-and-output": [
    ["a wrong type", () => called("refund_payment", { orderId: "o_1", amount: "1" }), "/amount must be integer"],
    ["a part missing", () => called("refund_payment", { orderId: "o_1" }), " must have required property 'amount'"],
    ["not in the enum", () => called("refund_payment", { orderId: "o_1", amount: 1, reason: "whim" }), /^\/reason /],
    ["one too many", () => called("refund_payment", { orderId: "o_1", amount: 1, currency: "EUR" }), /^\/currency /],
    ["an unknown tool", () => called("refund_everything", {}), 'no tool "refund_everything"'],
    ["an input nobody declared", () => called("send_email", { ...email, cc: "x" }), /^\/cc /],
    ["a wrong output", () => called("send_email", email), /must have required property 'messageId'/],
  ],
  "03-declared-stores": [
    [
      "a write to a read store",
      () => reached({ stores: { orders: "read" } }, (context) => storesOf(context).orders?.delete?.("o")),
      'the spec declares store "orders" as read, so it cannot be written',
    ],
    [
      "a store that is not declared",
      () => reached({ stores: { orders: "read" } }, (context) => storesOf(context).tickets?.get?.("t")),
      'work does not declare store "tickets"',
    ],
    [
      "a value that does not fit",
      () =>
        reached({ stores: { refunds: "write" } }, (context) => storesOf(context).refunds?.put?.("r", { orderId: 1 })),
      /^store "refunds" refuses the value: /,
    ],
    [
      "no stores at all",
      () => reached({}, (context) => storesOf(context).orders),
      'work does not declare store "orders"',
    ],
  ],
  "04-linking-needs": [
    ["no ledger", () => link({ ledger: undefined }), "createExecutor needs a ledger"],
    ["a ledger that dies", () => link({ ledger: memoryLedger() }), /has effect "\w+", so it needs a durable ledger$/],
    ["no approvers", () => link({ approvals: undefined }), /no approvers of that name are linked$/],
    ["one group missing", () => link({ approvals: without(approvals, "finance") }), /"finance", and no approvers/],
    ["no stores", () => link({ stores: undefined }), /needs stores: link with stores: "ledger"/],
    ["no env", () => link({ env: undefined }), /and no env is linked$/],
  ],
  "05-retry-later": [
    ["a category that is not retried", () => notRetried(), "failed after 1"],
    [
      "once",
      () => reached({ effect: "once" }, ({ retryLater }) => retryLater("unavailable")),
      'work has effect "once", so it cannot ask for another attempt',
    ],
    [
      "no retry",
      () => reached({ effect: "idempotent" }, ({ retryLater }) => retryLater("unavailable")),
      'work declares no "retry", so it cannot ask for another attempt',
    ],
  ],
  "06-reconcile": [
    ["missing", () => link({ tools: { ...tools, ship_replacement: unreconciled({ run: body }) } }), /needs reconcile$/],
    ["only a body", () => link({ tools: { ...tools, ship_replacement: unreconciled(body) } }), /needs reconcile$/],
    ["a finding that is none", () => found("not yet"), "in_doubt"],
  ],
  "07-declared-words": [
    ["env", () => reached({}, ({ env }) => (env as { X: string }).X), 'work does not declare env "X"'],
    [
      "an error code",
      () => reached({ errors: { bounced: "" } }, ({ fail }) => fail("lost")),
      'work does not declare the error "lost"',
    ],
    [
      "no error codes",
      () => reached({}, ({ fail }) => fail("lost")),
      /declares no "errors"|does not declare the error/,
    ],
    [
      "defer",
      () => reached({}, ({ defer }) => (defer as Act)()),
      /declares no "operation", so it cannot finish later$/,
    ],
    ["ask", () => reached({}, ({ ask }) => (ask as Act)("q")), /declares no "asks", so it has no question to ask$/],
    ["call", () => reached({}, ({ call }) => (call as Act)("t", "l", {})), /declares no "calls", so it cannot call/],
    ["state", () => reached({}, ({ state }) => state), /declares no "state", so there is none to read or change$/],
    [
      "the far side's id",
      () => reached({}, ({ attachOperation }) => (attachOperation as Act)("far")),
      /declares no "operation", so it cannot finish later$/,
    ],
  ],
  "08-approval-of-one-tool": [["another tool", () => approvedForAnother(), /^no approval ".+" for close_account$/]],
  "09-every-status": [
    ["one forgotten", () => match({ status: "in_doubt" }, {} as never), 'no case for status "in_doubt"'],
    [
      "one that cannot come",
      () => match({ status: "busy" }, { busy: () => "busy", failed: () => "" } as never),
      "busy",
    ],
    ["one that cannot come, in a chain of ifs", () => brokenRead(), "failed"],
    ["a chain that ends too soon", () => unreachable({ status: "busy" } as never), /^status not handled: /],
  ],
  "10-runtime-abi": [
    [
      "another ABI",
      () => defineRegistry(2 as never, { tools: {}, stores: {} }),
      "generated for runtime ABI 2, installed is 1: run toolwright generate",
    ],
  ],
  "11-declared-among-others": [
    [
      "a question",
      () => reached({ asks: sure }, ({ ask }) => (ask as Act)("which_bank")),
      'work does not declare the question "which_bank"',
    ],
    [
      "a call",
      () => reached({ calls: ["work"] }, ({ call }) => (call as Act)("send_fax", "l", {})),
      'work does not declare that it calls "send_fax"',
    ],
    [
      "an action",
      () => inState(({ refund_stats }) => refund_stats?.decrement),
      /does not declare "decrement" on state/,
    ],
    [
      "a payload",
      () => inState(({ refund_stats }) => (refund_stats as { increment: Act }).increment("one")),
      /refuses the payload/,
    ],
    ["a state", () => inState(({ orders }) => orders), 'work does not declare state "orders"'],
    [
      "writing to the snapshot",
      () => inState(({ refund_stats }) => Object.assign(refund_stats?.snapshot as object, { count: 7 })),
      /read only property/,
    ],
  ],
  "12-sealing-and-reducers": [
    ["no sealing key", () => linkSecret({}), "work has secrets, so it needs a sealing key"],
    ["no reducers", () => linkState(), 'work needs a reducer for "increment" of state "refund_stats"'],
    ["one reducer missing", () => linkState({ refund_stats: {} }), /^work needs a reducer for "increment"/],
  ],
  "13-stores-apart": [
    ["a backend by itself", () => link({ stores: durable().stores }), /say that they commit "apart from the outcome"$/],
    ["without the word", () => link({ stores: { apart: durable().stores } }), /say that they commit/],
    ["with another word", () => link({ stores: { apart: durable().stores, commits: "with the outcome" } }), /say that/],
  ],
};
