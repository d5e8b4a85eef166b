import type { ApprovalPolicy, KeyPolicy, RetryPolicy, ToolPolicy } from "@toolwright/runtime";
import { durationMs } from "../spec/duration.js";
import type { ToolSpec } from "../spec/tool-spec.js";
import { wordsOfName } from "./words-of-name.js";

/** Fills in every default that a spec leaves open; docs/spec.md lists them. Words that only some tools have are left out of the others. */
export function toolPolicy(
  spec: ToolSpec,
  secrets: NonNullable<ToolPolicy["secrets"]>,
): Omit<ToolPolicy, "specDigest"> {
  const title = spec.title ?? titleOf(spec.name);
  const timeoutMs = durationMs(spec.timeout ?? "30s");
  return {
    name: spec.name,
    title,
    description: spec.description,
    effect: spec.effect,
    key: keyPolicy(spec.key),
    retry: retryPolicy(spec.retry),
    recover: {
      withinMs: durationMs(spec.recover?.within ?? "15m"),
      afterMs: spec.recover?.after === undefined ? timeoutMs : durationMs(spec.recover.after),
    },
    timeoutMs,
    approval: approvalPolicy(spec.approval ?? "never", title),
    errors: Object.fromEntries(Object.entries(spec.errors ?? {}).map(([code, error]) => [code, error.description])),
    stores: { ...spec.stores },
    trust: spec.trust ?? "verified",
    env: spec.env ?? [],
    outputLimitBytes: spec.outputLimit?.bytes ?? 65_536,
    ...(spec.concurrency === undefined || spec.concurrency === "parallel" ? {} : { concurrency: spec.concurrency }),
    ...(spec.operation === undefined
      ? {}
      : { operation: { deadlineMs: durationMs(spec.operation.deadline ?? "24h") } }),
    ...(isEmpty(spec.asks) ? {} : { asks: askPolicies(spec.asks ?? {}) }),
    ...(isEmpty(spec.calls) ? {} : { calls: spec.calls ?? [] }),
    ...(isEmpty(spec.state) ? {} : { state: { ...spec.state } }),
    ...(spec.outputLimit?.over === undefined || spec.outputLimit.over === "fail"
      ? {}
      : { outputOver: spec.outputLimit.over }),
    ...(secrets.input.length + secrets.output.length === 0 && secrets.answers === undefined ? {} : { secrets }),
  };
}

function askPolicies(asks: NonNullable<ToolSpec["asks"]>): NonNullable<ToolPolicy["asks"]> {
  return Object.fromEntries(
    Object.entries(asks).map(([name, ask]) => {
      // biome-ignore lint/suspicious/noThenProperty: the word of the spec; nobody awaits a policy.
      return [name, { message: ask.message, then: ask.then ?? "pass" }];
    }),
  );
}

function isEmpty(words: object | undefined): boolean {
  return words === undefined || Object.keys(words).length === 0;
}

function keyPolicy(key: ToolSpec["key"]): KeyPolicy | null {
  if (key === undefined) return null;
  return {
    from: key.from ?? "input",
    ignore: key.ignore ?? [],
    scope: key.scope ?? "user",
    windowMs: key.window === undefined ? null : durationMs(key.window),
    rememberedMs: key.remembered === undefined ? null : durationMs(key.remembered),
    share: key.share ?? false,
  };
}

function retryPolicy(retry: ToolSpec["retry"]): RetryPolicy | null {
  if (retry === undefined) return null;
  return {
    attempts: retry.attempts ?? 3,
    on: retry.on ?? ["rate_limited", "unavailable"],
    initialMs: durationMs(retry.backoff?.initial ?? "500ms"),
    maxMs: durationMs(retry.backoff?.max ?? "5s"),
    budgetMs: durationMs(retry.budget ?? "30s"),
  };
}

function approvalPolicy(approval: NonNullable<ToolSpec["approval"]>, title: string): ApprovalPolicy | "never" {
  if (approval === "never") return "never";
  const rule = approval === "always" ? {} : approval;
  return {
    when: typeof rule.when === "object" ? "matching" : "always",
    by: rule.by ?? ["approvers"],
    count: rule.count ?? 1,
    expiresMs: durationMs(rule.expires ?? "72h"),
    editable: rule.editable ?? [],
    kind: rule.kind ?? "action",
    summary: rule.summary ?? title,
    ...(rule.reason === undefined ? {} : { reason: rule.reason }),
    ...(isEmpty(rule.metadata) ? {} : { metadata: rule.metadata ?? {} }),
  };
}

function titleOf(name: string): string {
  const words = wordsOfName(name).words.join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
