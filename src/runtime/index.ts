export type { AnswerReceipt } from "./executor/answer-question.js";
export type { ApprovalRequest } from "./executor/approval-request.js";
export type { Started } from "./executor/background.js";
export type { CallError } from "./executor/call-error.js";
export { createExecutor } from "./executor/create-executor.js";
export { erasePerson } from "./executor/erase-person.js";
export type { ExecutorEvent } from "./executor/events/executor-event.js";
export type { CallContent, CallTrace, TracedCall, Tracing } from "./executor/events/tracing.js";
export type { CallContext, Executor, ResultOf, ToolListing } from "./executor/executor.js";
export { type Feedback, feedbackOf } from "./executor/feedback-of.js";
export type { Operation } from "./executor/find-operation.js";
export type { Call } from "./executor/gates/call.js";
export type { Hook, Refusal } from "./executor/gates/hook.js";
export type { Rule } from "./executor/gates/rule.js";
export type { Switch, Switches } from "./executor/gates/switches.js";
export type { ApproverKeys, Approvers, Notice } from "./executor/link.js";
export type { ExecutorOptions } from "./executor/link-tools.js";
export type { Doubt } from "./executor/list-doubts.js";
export type { OpenQuestion } from "./executor/list-questions.js";
export type { ListPage, ListQuery } from "./executor/list-records.js";
export type { UnreportedWork } from "./executor/list-unreported.js";
export { match, unreachable } from "./executor/match.js";
export { compose } from "./executor/offering/compose.js";
export type { NamedCall, OfferedCall, Offering } from "./executor/offering/offering.js";
export type { ViewOptions } from "./executor/offering/view.js";
export { openStore, StoreConflictError } from "./executor/open-store.js";
export type { DecisionReceipt } from "./executor/record-decision.js";
export type { Recovered } from "./executor/recover-lapsed.js";
export type { Resolution, ResolutionReceipt } from "./executor/resolve-doubt.js";
export type { ResponseAnswer, ResponseContext } from "./executor/response/execute-response.js";
export type {
  AnyResult,
  AwaitingApproval,
  AwaitingInput,
  Busy,
  Deferred,
  Failed,
  InDoubt,
  Rejected,
  RejectionReason,
  Result,
  Succeeded,
  Unreported,
} from "./executor/result.js";
export type { OperationReport, ResumeReceipt } from "./executor/resume-operation.js";
export type { SealingKey } from "./executor/secrets/vault.js";
export { generateApproverKeys, type SignedDecision, signDecision } from "./executor/sign-decision.js";
export type { OutputSlice, SlicePart } from "./executor/slice-output.js";
export { StaleTicketError } from "./executor/stale-ticket-error.js";
export type { Reducer, Reducers } from "./executor/state/state-buffer.js";
export type { StoresApart, StoresPlace } from "./executor/stores-apart.js";
export type { CallName, CallRecord } from "./ledger/call-record.js";
export type {
  ApprovalRecord,
  DecisionRecord,
  ExecutionRecord,
  ExecutionStatus,
  OutcomeRecord,
} from "./ledger/execution-record.js";
export type {
  Change,
  Durability,
  ExecutionDraft,
  ExecutionQuery,
  Ledger,
  SeenItem,
  Sight,
  Written,
} from "./ledger/ledger.js";
export { LedgerUnavailableError } from "./ledger/ledger.js";
export { type MemoryOptions, memoryLedger } from "./ledger/memory-ledger.js";
export type { SchemaState, Versioned } from "./ledger/schema-state.js";
export type { TrailDraft, TrailEntry, TrailKind } from "./ledger/trail-entry.js";
export type { Erased, Pruned, Trace, Upkeep } from "./ledger/upkeep.js";
export type {
  ReadableStore,
  StoreFilter,
  StoreItem,
  StorePage,
  StoreQuery,
  WritableStore,
  WriteOptions,
} from "./store/store.js";
export type { StoreAddress, StoreBackend, StoreWrite } from "./store/store-backend.js";
export type { Caller, ToolContext, ToolNeeds } from "./tool/context.js";
export type { ToolContract } from "./tool/contract.js";
export { RetryLater, ToolFailure } from "./tool/endings.js";
export type { Json } from "./tool/json.js";
export type {
  ApprovalPolicy,
  Effect,
  KeyPolicy,
  RetryCategory,
  RetryPolicy,
  ToolPolicy,
  Trust,
} from "./tool/policy.js";
export type { PolicyViolation } from "./tool/policy-violation.js";
export type { CatalogTypes, RegisteredTool, Registry, RuntimeAbi, StatePolicy, StorePolicy } from "./tool/registry.js";
export { defineRegistry, runtimeAbi } from "./tool/registry.js";
export type { StateHandle } from "./tool/state-handle.js";
export type { Finding, Implementation, Reconcilable, Run, Runnable } from "./tool/typed-tool.js";
export { TypedTool } from "./tool/typed-tool.js";
export type { Validator, Verdict, Violation } from "./tool/verdict.js";
export { WiringError } from "./tool/wiring-error.js";
