import type { CallName } from "../ledger/call-record.js";
import type { CatalogTypes, Registry } from "../tool/registry.js";
import type { Signal } from "../tool/signal.js";
import { answerQuestion } from "./answer-question.js";
import { type ApprovalRequest, approvalRequestOf } from "./approval-request.js";
import { Background } from "./background.js";
import type { CallRequest } from "./call-request.js";
import { callerOf, problemOf } from "./caller-of.js";
import type { CallContext, Executor } from "./executor.js";
import { switchesOf } from "./gates/switches.js";
import { type ExecutorOptions, linkTools } from "./link-tools.js";
import type { LinkedTool } from "./linked-tool.js";
import { makeCall, makeRecordedCall } from "./make-call.js";
import { completeOffering } from "./offering/complete-offering.js";
import type { Offering } from "./offering/offering.js";
import { recordDecision } from "./record-decision.js";
import { recoverLapsed } from "./recover-lapsed.js";
import { resolveDoubt } from "./resolve-doubt.js";
import type { AnyResult, Rejected } from "./result.js";
import { rejected, resultOf } from "./result-of.js";
import { resumeOperation } from "./resume-operation.js";
import { redactInput } from "./secrets/redact.js";
import { sliceOutput } from "./slice-output.js";

/** Links a registry to implementations, a ledger and approvers. What the compiler asks for is checked again here. */
export function createExecutor<C extends CatalogTypes>(
  registry: Registry<C>,
  wiring: C["wiring"] & ExecutorOptions,
): Executor<C> {
  const link = linkTools(registry as Registry, wiring);
  const { ledger } = link;

  const background = new Background(link);

  /** Hands a call with a sound context on; everything up to there happens before anything is awaited. */
  async function admit<T>(
    name: string,
    context: CallContext,
    make: (tool: LinkedTool, request: CallRequest) => Promise<T>,
  ): Promise<T | Rejected | null> {
    const tool = link.tools.get(name);
    if (!tool) return null;
    const problem = problemOf(context, wiring.singleTenant === true);
    if (problem !== null) return rejected(name, String(context.callId), "policy", problem);
    const { trust = "verified", signal, join = true } = context;
    return make(tool, { caller: callerOf(context), trust, signal, join });
  }

  const offer = (name: string, input: unknown, context: CallContext): Promise<AnyResult | null> =>
    admit(name, context, (tool, request) => makeCall(link, tool, input, request));

  async function executeApproved(
    name: string,
    { id }: ApprovalRequest,
    { signal }: { readonly signal?: Signal } = {},
  ): Promise<AnyResult> {
    const tool = link.tools.get(name);
    if (!tool) return rejected(name, "", "unknown_tool", `no tool "${name}"`);
    const record = await ledger.byApproval(id);
    if (!record || record.tool !== name) return rejected(name, "", "policy", `no approval "${id}" for ${name}`);
    const request = { caller: callerOf(record), trust: record.trust, signal, join: true };
    return makeRecordedCall(link, tool, record.approval?.original ?? record.input, request);
  }

  async function execute(name: string, input: unknown, context: CallContext): Promise<AnyResult> {
    return (await offer(name, input, context)) ?? rejected(name, context.callId, "unknown_tool", `no tool "${name}"`);
  }

  const offering = completeOffering({
    offer,
    names: () => [...link.tools.keys()],
    specs: () =>
      Promise.all(
        [...link.tools.values()].map(async ({ policy, contract }) => {
          const { name, title, description, effect } = policy;
          const { inputSchema, outputSchema } = await contract();
          return { name, title, description, effect, inputSchema, outputSchema };
        }),
      ),
    async start(name, input, context) {
      if (context.signal?.aborted && link.tools.has(name))
        return rejected(name, context.callId, "cancelled", "cancelled before anything ran");
      return admit(name, context, (tool, request) => background.start(tool, input, request));
    },
    collect: (call, { signal } = {}) => background.collect(callerOf(call), call.user, signal),
    retryable: (name) => (link.tools.get(name)?.policy.retry ?? null) !== null,
  });

  const rest: Omit<Executor, "execute" | "executeApproved" | keyof Offering> = {
    switches: switchesOf(link),
    approvals: {
      async list({ tenant, limit = 100 } = {}) {
        const query = { status: ["awaiting_approval" as const], limit, ...(tenant === undefined ? {} : { tenant }) };
        const [records, nowMs] = await Promise.all([ledger.list(query), ledger.now()]);
        return records.flatMap((record) => {
          const policy = link.tools.get(record.tool)?.policy;
          const open = record.approval !== null && nowMs < record.approval.expiresAtMs;
          return policy && policy.approval !== "never" && open ? [approvalRequestOf(policy, record)] : [];
        });
      },
      async find(id) {
        const record = await ledger.byApproval(id);
        const policy = record && link.tools.get(record.tool)?.policy;
        return policy && policy.approval !== "never" ? approvalRequestOf(policy, record) : null;
      },
      decide: (decision) => recordDecision(link, decision),
    },
    doubts: {
      async list({ tenant, limit = 100 } = {}) {
        const query = { status: ["in_doubt" as const], limit, ...(tenant === undefined ? {} : { tenant }) };
        return (await ledger.list(query)).flatMap((record) => {
          const policy = link.tools.get(record.tool)?.policy;
          const result = policy && resultOf(policy, record, record.callId, true);
          const { thread } = record;
          const input = policy ? redactInput(policy, record.input) : null;
          return result?.status === "in_doubt" ? [{ ...result, tenant: record.tenant, thread, input }] : [];
        });
      },
      resolve: (call, resolution, by, evidence) => resolveDoubt(link, call, resolution, by, evidence),
    },
    slice: (call, part) => sliceOutput(link, call, part),
    resume: (tenant, operationId, report) => resumeOperation(link, tenant, operationId, report),
    answer: (tenant, questionId, answer, by) => answerQuestion(link, tenant, questionId, answer, by),
    recover: ({ limit = 100 } = {}) => recoverLapsed(link, limit),
    async trail(call: CallName) {
      const { call: bound } = await ledger.look(call, "");
      return bound ? ledger.trail(bound.key) : [];
    },
    async close() {
      await background.ended();
      await ledger.close();
    },
  };
  // The types of a catalog exist only at compile time; from here on the facade above answers for all of them.
  return { ...offering, execute, executeApproved, ...rest } as unknown as Executor<C>;
}
