export type { CallName, CallRecord } from "./ledger/call-record.js";
export type {
  ApprovalRecord,
  DecisionRecord,
  ExecutionRecord,
  ExecutionStatus,
  OutcomeRecord,
} from "./ledger/execution-record.js";
export type { Change, Durability, ExecutionDraft, ExecutionQuery, Ledger, Sight, Written } from "./ledger/ledger.js";
export { LedgerUnavailableError } from "./ledger/ledger.js";
export { memoryLedger } from "./ledger/memory-ledger.js";
export type { TrailDraft, TrailEntry, TrailKind } from "./ledger/trail-entry.js";
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
export type { Caller, ToolContext } from "./tool/context.js";
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
export type { CatalogTypes, RegisteredTool, Registry, RuntimeAbi, StorePolicy } from "./tool/registry.js";
export { defineRegistry, runtimeAbi } from "./tool/registry.js";
export type { Finding, Implementation, Reconcilable, Run, Runnable } from "./tool/typed-tool.js";
export { TypedTool } from "./tool/typed-tool.js";
export type { Validator, Verdict, Violation } from "./tool/verdict.js";
export { WiringError } from "./tool/wiring-error.js";
