import type { CallName } from "../ledger/call-record.js";
import type { Caller } from "../tool/context.js";
import type { CatalogTypes, Registry } from "../tool/registry.js";
import { WiringError } from "../tool/wiring-error.js";
import { answerQuestion } from "./answer-question.js";
import { type ApprovalRequest, approvalRequestOf } from "./approval-request.js";
import type { CallContext, Executor } from "./executor.js";
import { type ExecutorOptions, linkTools } from "./link-tools.js";
import { recordDecision } from "./record-decision.js";
import { recoverLapsed } from "./recover-lapsed.js";
import { resolveDoubt } from "./resolve-doubt.js";
import type { AnyResult } from "./result.js";
import { rejected, resultOf } from "./result-of.js";
import { resumeOperation } from "./resume-operation.js";
import { runCall } from "./run-call.js";
import { redactInput } from "./secrets/redact.js";

const singleTenantName = "single";

/** Links a registry to implementations, a ledger and approvers. What the compiler asks for is checked again here. */
export function createExecutor<C extends CatalogTypes>(
  registry: Registry<C>,
  wiring: C["wiring"] & ExecutorOptions,
): Executor<C> {
  const link = linkTools(registry as Registry, wiring);
  const { ledger } = link;

  async function offer(name: string, input: unknown, context: CallContext): Promise<AnyResult | null> {
    const tool = link.tools.get(name);
    if (!tool) return null;
    const problem = problemOf(context, wiring.singleTenant === true);
    if (problem !== null) return rejected(name, String(context.callId), "policy", problem);
    const { trust = "verified", signal, join = true } = context;
    return runCall(link, tool, input, { caller: callerOf(context), trust, signal, join });
  }

  async function executeApproved(
    name: string,
    { id }: ApprovalRequest,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<AnyResult> {
    const tool = link.tools.get(name);
    if (!tool) return rejected(name, "", "unknown_tool", `no tool "${name}"`);
    const record = await ledger.byApproval(id);
    if (!record || record.tool !== name) return rejected(name, "", "policy", `no approval "${id}" for ${name}`);
    return runCall(link, tool, record.input, { caller: callerOf(record), trust: record.trust, signal, join: true });
  }

  async function execute(name: string, input: unknown, context: CallContext): Promise<AnyResult> {
    return (await offer(name, input, context)) ?? rejected(name, context.callId, "unknown_tool", `no tool "${name}"`);
  }

  const rest: Omit<Executor, "execute" | "executeApproved"> = {
    offer,
    specs: () =>
      Promise.all(
        [...link.tools.values()].map(async ({ policy, contract }) => {
          const { name, title, description, effect } = policy;
          const { inputSchema, outputSchema } = await contract();
          return { name, title, description, effect, inputSchema, outputSchema };
        }),
      ),
    retryable: (name) => (link.tools.get(name)?.policy.retry ?? null) !== null,
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
    resume: (tenant, operationId, report) => resumeOperation(link, tenant, operationId, report),
    answer: (tenant, questionId, answer, by) => answerQuestion(link, tenant, questionId, answer, by),
    recover: ({ limit = 100 } = {}) => recoverLapsed(link, limit),
    async trail(call: CallName) {
      const { call: bound } = await ledger.look(call, "");
      return bound ? ledger.trail(bound.key) : [];
    },
    close: () => ledger.close(),
  };
  // The types of a catalog exist only at compile time; from here on the facade above answers for all of them.
  return { execute, executeApproved, ...rest } as unknown as Executor<C>;
}

function callerOf({
  tenant,
  user,
  thread,
  run,
  callId,
}: Pick<CallContext, "thread" | "callId"> & {
  readonly tenant?: string | undefined;
  readonly user?: string | null | undefined;
  readonly run?: string | null | undefined;
}): Caller {
  return { tenant: tenant ?? singleTenantName, user: user ?? null, thread, run: run ?? null, callId };
}

const longestName = 512;

/** What is wrong with the names in a context, if anything. They come from outside, so types prove nothing. */
function problemOf(context: CallContext, singleTenant: boolean): string | null {
  if (typeof context !== "object" || context === null) throw new WiringError("a call needs a context");
  if (context.tenant === undefined && !singleTenant) return "the call names no tenant";
  for (const part of ["tenant", "user", "thread", "run", "callId"] as const) {
    const name: unknown = context[part];
    if (name === undefined && part !== "thread" && part !== "callId") continue;
    if (typeof name !== "string" || name === "") return `the call names no ${part}`;
    if (name.length > longestName) return `${part} is longer than ${longestName} characters`;
  }
  return null;
}
