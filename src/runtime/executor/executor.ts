import type { CallName } from "../ledger/call-record.js";
import type { TrailEntry } from "../ledger/trail-entry.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy, Trust } from "../tool/policy.js";
import type { CatalogTypes } from "../tool/registry.js";
import type { Signal } from "../tool/signal.js";
import type { AnswerReceipt } from "./answer-question.js";
import type { ApprovalRequest } from "./approval-request.js";
import type { Operation } from "./find-operation.js";
import type { Switches } from "./gates/switches.js";
import type { Doubt } from "./list-doubts.js";
import type { OpenQuestion } from "./list-questions.js";
import type { ListPage, ListQuery } from "./list-records.js";
import type { UnreportedWork } from "./list-unreported.js";
import type { Offering } from "./offering/offering.js";
import type { DecisionReceipt } from "./record-decision.js";
import type { Recovered } from "./recover-lapsed.js";
import type { Resolution, ResolutionReceipt } from "./resolve-doubt.js";
import type { AnyResult, Result } from "./result.js";
import type { OperationReport, ResumeReceipt } from "./resume-operation.js";

/** Who asks, and under which name. A scope that a tool needs and the context does not name is refused. */
export interface CallContext {
  /** Left out only where the executor was linked with `singleTenant`. */
  readonly tenant?: string;
  readonly user?: string;
  readonly thread: string;
  readonly run?: string;
  readonly callId: string;
  /** How far this caller is trusted; "verified" unless said. */
  readonly trust?: Trust;
  readonly signal?: Signal;
  /** Whether to wait for another worker at the same work (default), or be told "busy". */
  readonly join?: boolean;
}

/** A tool as a model is told of it. */
export interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: ToolPolicy["effect"];
  readonly inputSchema: Json;
  readonly outputSchema: Json;
}

type Name<C extends CatalogTypes> = keyof C["policies"] & keyof C["inputs"] & keyof C["outputs"] & string;

/** A request for any tool of a catalog; `tool` tells which. */
type AnyApproval<C extends CatalogTypes> = [Name<C>] extends [never]
  ? ApprovalRequest
  : { readonly [N in Name<C>]: ApprovalRequest<N> }[Name<C>];

/** What a call of one tool of a catalog can come to. */
export type ResultOf<C extends CatalogTypes, N extends Name<C>> = C["policies"][N] extends infer P extends ToolPolicy
  ? Result<P, C["outputs"][N]>
  : never;

/** Links tools to a ledger and runs their calls, each piece of work at most once. */
export interface Executor<C extends CatalogTypes = CatalogTypes> extends Offering {
  /** Runs a call that the program makes itself; an unknown tool is rejected. */
  execute<N extends Name<C>>(tool: N, input: C["inputs"][N], context: CallContext): Promise<ResultOf<C, N>>;
  /** Runs the call that a request was made for, with its recorded input and caller, once enough people said yes. */
  executeApproved<N extends Name<C>>(
    tool: N,
    approval: ApprovalRequest<NoInfer<N>>,
    options?: { readonly signal?: Signal },
  ): Promise<ResultOf<C, N>>;
  /** Stops tools at once, everywhere, without a deploy. */
  readonly switches: Switches;
  readonly approvals: {
    /** The first of what is open (100 unless said), or what comes after a page. */
    list(query?: ListQuery): Promise<readonly AnyApproval<C>[]>;
    /** The same page by page, for lists of any length. */
    page(query?: ListQuery): Promise<ListPage<AnyApproval<C>>>;
    find(id: string): Promise<AnyApproval<C> | null>;
    decide(decision: unknown): Promise<DecisionReceipt>;
  };
  readonly doubts: {
    list(query?: ListQuery): Promise<readonly Doubt[]>;
    page(query?: ListQuery): Promise<ListPage<Doubt>>;
    /** Asks a reconcilable tool now what became of a call in doubt, and acts on the answer; what the call comes to then. */
    reconcile(call: CallName): Promise<AnyResult | null>;
    resolve(call: CallName, resolution: Resolution, by: string, evidence: string): Promise<ResolutionReceipt>;
  };
  /** What happened and has no output; `doubts.resolve` with the verdict "happened" supplies it. */
  readonly unreported: {
    list(query?: ListQuery): Promise<readonly UnreportedWork[]>;
    page(query?: ListQuery): Promise<ListPage<UnreportedWork>>;
  };
  /** What bodies have asked and nobody has answered yet; `answer` does. */
  readonly questions: {
    list(query?: ListQuery): Promise<readonly OpenQuestion[]>;
    page(query?: ListQuery): Promise<ListPage<OpenQuestion>>;
  };
  /** Looks up work that goes on elsewhere, by its operation id, and changes nothing. */
  operation(tenant: string, operationId: string): Promise<Operation | null>;
  /** Tells how work that goes on elsewhere ended; from any process, once. The id is a secret between body and far side. */
  resume(tenant: string, operationId: string, report: OperationReport): Promise<ResumeReceipt>;
  /** Gives a question its answer; the call goes on when it is asked for again. */
  answer(tenant: string, questionId: string, answer: unknown, by: string): Promise<AnswerReceipt>;
  /** Takes over executions whose worker is gone. Call it at start-up and now and then. */
  recover(options?: { readonly limit?: number }): Promise<readonly Recovered[]>;
  /** Everything that happened to the work of a call, in order. */
  trail(call: CallName): Promise<readonly TrailEntry[]>;
  /** Closes the ledger, once what runs in the background has ended. */
  close(): Promise<void>;
}
