import {
  type AnyResult,
  createExecutor,
  type ExecutorOptions,
  generateApproverKeys,
  memoryLedger,
  type StatePolicy,
  type ToolPolicy,
} from "@toolwright/runtime";
import { registry } from "../../build/generated/registry.js";
import { CloseAccountTool } from "../../build/generated/tools/close-account.js";
import { LookUpOrderTool } from "../../build/generated/tools/look-up-order.js";
import { RefundPaymentTool } from "../../build/generated/tools/refund-payment.js";
import { SendEmailTool } from "../../build/generated/tools/send-email.js";
import { ShipReplacementTool } from "../../build/generated/tools/ship-replacement.js";
import { TagTicketTool } from "../../build/generated/tools/tag-ticket.js";
import { type AnyContext, as, linkOne, retry } from "../executor/one-tool.js";

export const email = { to: "a@b.co", subject: "s", body: "b" };
export const durable = () => ({ ...memoryLedger(), durability: "durable" as const });
const key = generateApproverKeys().publicKey;
export const approvals = { finance: { ann: key }, lead: { ann: key }, warehouse: { ann: key } };
export const body = (async () => ({ id: "m" })) as never;
export const tools = {
  close_account: new CloseAccountTool(body),
  look_up_order: new LookUpOrderTool(body),
  refund_payment: new RefundPaymentTool(body),
  send_email: new SendEmailTool(body),
  ship_replacement: new ShipReplacementTool({ run: body, reconcile: body }),
  tag_ticket: new TagTicketTool(body),
};
const wiring = () => ({ tools, ledger: durable(), approvals, stores: "ledger", env: () => "value" });
export const link = (change: object) => createExecutor(registry, { ...wiring(), ...change } as never);
export const without = <T extends object>(whole: T, name: keyof T) => {
  const { [name]: _left, ...rest } = whole;
  return rest;
};

/** The first violation, or what became of a call that types would not let through. */
export async function called(tool: string, input: unknown, change: object = {}): Promise<string> {
  const result = (await link(change).execute(tool as "send_email", input as never, as("c1"))) as AnyResult;
  if (result.status === "unreported") return result.why;
  if (result.status !== "rejected") return result.status;
  const [violation] = result.violations;
  return violation ? `${violation.path} ${violation.message}` : result.message;
}

/** What a body is told when it reaches for something that its spec does not give it. */
export async function reached(policy: Partial<ToolPolicy>, reach: (context: AnyContext) => unknown, more: object = {}) {
  let said = "nothing";
  const executor = linkOne({
    ledger: durable(),
    policy,
    stores: registry.stores,
    states: { refund_stats: stats },
    ...more,
    run: async (_, context) => {
      try {
        await reach(context);
      } catch (error) {
        said = (error as Error).message;
        throw error;
      }
    },
  });
  const result = (await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult;
  return said === "nothing" && "message" in result ? `${result.status}: ${result.message}` : said;
}

const number = (value: unknown) =>
  typeof value === "number"
    ? ({ ok: true } as const)
    : ({ ok: false, violations: [{ path: "", message: "must be number", keyword: "type" }] } as const);
const stats: StatePolicy = {
  name: "refund_stats",
  scope: "thread",
  initial: { count: 0 },
  contract: async () => ({ state: () => ({ ok: true }), action_increment: number }),
};
const acting = {
  policy: { state: { refund_stats: ["increment"] } },
  more: { options: { reducers: { refund_stats: { increment: () => ({ count: 1 }) } } } as ExecutorOptions },
};
export const inState = (reach: (state: { [state: string]: { [member: string]: unknown } }) => unknown) =>
  reached(acting.policy, ({ state }) => reach(state as never), acting.more);
export const storesOf = ({ stores }: AnyContext) => stores as { [store: string]: { [member: string]: Act } };
export type Act = (...given: unknown[]) => unknown;
export const linkSecret = (more: object) =>
  linkOne({
    ledger: durable(),
    policy: { secrets: { input: ["/note"], output: [] } },
    run: async () => 1,
    options: more,
  });
export const linkState = (reducers?: object) =>
  linkOne({
    ledger: durable(),
    policy: acting.policy,
    states: { refund_stats: stats },
    run: async () => 1,
    options: { reducers } as object,
  });

export function unreconciled(implementation: unknown): ShipReplacementTool {
  return new ShipReplacementTool(implementation as never);
}

export async function notRetried(): Promise<string> {
  let runs = 0;
  const executor = linkOne({
    ledger: durable(),
    policy: { effect: "read", retry },
    run: async (_, { retryLater }) => {
      runs++;
      retryLater("rate_limited");
    },
  });
  return `${((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult).status} after ${runs}`;
}

export async function brokenRead(): Promise<string> {
  const run = () => Promise.reject(new Error("reset"));
  const executor = linkOne({ ledger: durable(), policy: { effect: "read" }, run });
  return ((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult).status;
}

export async function found(finding: string): Promise<string> {
  const executor = linkOne({
    ledger: durable(),
    policy: { effect: "reconcilable" },
    run: () => Promise.reject(new Error("reset")),
    reconcile: async () => finding,
  });
  return ((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult).status;
}

export async function approvedForAnother(): Promise<string> {
  const executor = link({});
  const asked = await executor.execute("refund_payment", { orderId: "o_1", amount: 20_000 }, as("c1"));
  if (asked.status !== "awaiting_approval") return asked.status;
  const result = (await executor.executeApproved("close_account", asked.approval as never)) as AnyResult;
  return result.status === "rejected" ? result.message : result.status;
}

// biome-ignore lint/suspicious/noThenProperty: the word of a spec.
export const sure = { sure: { message: "Sure?", then: "pass" } } as const;
