import { randomBytes } from "node:crypto";
import {
  type AnyResult,
  type Deferred,
  type ExecutorEvent,
  type ExecutorOptions,
  feedbackOf,
  type Notice,
} from "@toolwright/runtime";
import { expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

const { open } = ledgers[0] as (typeof ledgers)[0];
const sealing = { key: randomBytes(32).toString("base64") };
const iban = "DE89370400440532013000";
const quoting = () => {
  throw new Error(`cannot judge ${iban}`);
};

it.each<[string, ExecutorOptions]>([
  ["a transform hook", { hooks: [{ transform: quoting }] }],
  ["a before hook", { hooks: [{ before: quoting }] }],
  ["a before hook that refuses", { hooks: [{ before: () => ({ refuse: `${iban} is blocked` }) }] }],
  ["an after hook", { hooks: [{ after: quoting }] }],
  // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
  ["a rule", { rules: [{ id: "a", when: quoting, then: "allow", reason: "" }] }],
])("a secret that %s quotes is told to nobody", async (_who, options) => {
  const notices: Notice[] = [];
  const events: ExecutorEvent[] = [];
  const executor = linkOne({
    ledger: open(),
    notices,
    policy: { secrets: { input: ["/note"], output: [] } },
    run: async () => "done",
    options: { ...options, sealing, onEvent: (event: ExecutorEvent) => void events.push(event) } as ExecutorOptions,
  });
  const result = (await executor.execute("work", { n: 1, note: iban }, as("c1"))) as AnyResult;
  const told = JSON.stringify([result, notices, events, feedbackOf(result)]);
  expect(told).toContain("[secret]");
  expect(told).not.toContain(iban);
});

it("a secret that the tool's own rules quote is told to nobody", async () => {
  const executor = linkOne({
    ledger: open(),
    policy: { secrets: { input: ["/note"], output: [] } },
    validate: async () => [{ path: "/note", message: `${iban} is not ours`, keyword: "own" }],
    run: async () => "done",
    options: { sealing } as ExecutorOptions,
  });
  const result = (await executor.execute("work", { n: 1, note: iban }, as("c1"))) as AnyResult;
  expect(result).toMatchObject({ violations: [{ message: "[secret] is not ours" }] });
});

it("a secret that the far side quotes in its report is neither told nor kept", async () => {
  const ledger = open();
  const executor = linkOne({
    ledger,
    policy: {
      secrets: { input: ["/note"], output: [] },
      operation: { deadlineMs: 60_000 },
      errors: { refused: "Refused." },
    },
    run: async (_, { defer }) => (defer as () => never)(),
    options: { sealing } as ExecutorOptions,
  });
  const deferred = (await executor.execute("work", { n: 1, note: iban }, as("c1"))) as AnyResult as Deferred;
  const report = { failed: { code: "refused", message: `no account ${iban}` } };
  await executor.resume("shop", deferred.operationId, report);
  const result = await executor.execute("work", { n: 1, note: iban }, as("c1"));
  expect(result).toMatchObject({ status: "failed", message: "no account [secret]" });
  expect(JSON.stringify(await ledger.list({ limit: 10 }))).not.toContain(iban);
});
