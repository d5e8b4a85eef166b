import type { CallName } from "../ledger/call-record.js";
import type { CatalogTypes, Registry } from "../tool/registry.js";
import type { Signal } from "../tool/signal.js";
import { answerQuestion } from "./answer-question.js";
import { type ApprovalRequest, approvalRequestOf } from "./approval-request.js";
import { Background } from "./background.js";
import type { CallRequest } from "./call-request.js";
import { callerOf, problemOf } from "./caller-of.js";
import type { CallContext, Executor } from "./executor.js";
import { findOperation } from "./find-operation.js";
import { switchesOf } from "./gates/switches.js";
import { type ExecutorOptions, linkTools } from "./link-tools.js";
import type { LinkedTool } from "./linked-tool.js";
import { listApprovals } from "./list-approvals.js";
import { listDoubts } from "./list-doubts.js";
import { listQuestions } from "./list-questions.js";
import { listUnreported } from "./list-unreported.js";
import { makeCall, makeRecordedCall } from "./make-call.js";
import { completeOffering } from "./offering/complete-offering.js";
import type { Offering } from "./offering/offering.js";
import { reconcileDoubt } from "./reconcile-doubt.js";
import { recordDecision } from "./record-decision.js";
import { recoverLapsed } from "./recover-lapsed.js";
import { resolveDoubt } from "./resolve-doubt.js";
import type { AnyResult, Rejected } from "./result.js";
import { rejected } from "./result-of.js";
import { resumeOperation } from "./resume-operation.js";
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
  function admit<T>(
    name: string,
    context: CallContext,
    make: (tool: LinkedTool, request: CallRequest) => Promise<T>,
  ): Promise<T | Rejected> | null {
    const tool = link.tools.get(name);
    if (!tool) return null;
    try {
      const problem = problemOf(context, wiring.singleTenant === true);
      if (problem !== null) return Promise.resolve(rejected(name, String(context.callId), "policy", problem));
      const { trust = "verified", signal, join = true } = context;
      return make(tool, { caller: callerOf(context), trust, signal, join });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  const notMine = Promise.resolve(null);
  const ask = (name: string, input: unknown, context: CallContext) =>
    admit(name, context, (tool, request) => makeCall(link, tool, input, request));
  const offer = (name: string, input: unknown, context: CallContext): Promise<AnyResult | null> =>
    ask(name, input, context) ?? notMine;

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

  function execute(name: string, input: unknown, context: CallContext): Promise<AnyResult> {
    const unknown = () => Promise.resolve(rejected(name, context?.callId, "unknown_tool", `no tool "${name}"`));
    return ask(name, input, context) ?? unknown();
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
      return (await admit(name, context, (tool, request) => background.start(tool, input, request))) ?? null;
    },
    collect: (call, { signal } = {}) => background.collect(callerOf(call), call.user, signal),
    slice: (call, part) => sliceOutput(link, callerOf(call), call.user, part),
    retryable: (name) => (link.tools.get(name)?.policy.retry ?? null) !== null,
  });

  const rest: Omit<Executor, "execute" | "executeApproved" | keyof Offering> = {
    switches: switchesOf(link),
    approvals: {
      list: async (query = {}) => (await listApprovals(link, query)).items,
      page: (query = {}) => listApprovals(link, query),
      async find(id) {
        const record = await ledger.byApproval(id);
        const policy = record && link.tools.get(record.tool)?.policy;
        return policy && policy.approval !== "never" ? approvalRequestOf(policy, record) : null;
      },
      decide: (decision) => recordDecision(link, decision),
    },
    doubts: {
      list: async (query = {}) => (await listDoubts(link, query)).items,
      page: (query = {}) => listDoubts(link, query),
      reconcile: (call) => reconcileDoubt(link, call),
      resolve: (call, resolution, by, evidence) => resolveDoubt(link, call, resolution, by, evidence),
    },
    unreported: {
      list: async (query = {}) => (await listUnreported(link, query)).items,
      page: (query = {}) => listUnreported(link, query),
    },
    questions: {
      list: async (query = {}) => (await listQuestions(link, query)).items,
      page: (query = {}) => listQuestions(link, query),
    },
    operation: (tenant, operationId) => findOperation(link, tenant, operationId),
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
