import { type Executor, match, type ResultOf, unreachable } from "@toolwright/runtime";
import type { Catalog } from "../../../../generated/registry.js";

declare const executor: Executor<Catalog>;
const emailed = await executor.execute(
  "send_email",
  { to: "a@b.c", subject: "s", body: "b" },
  { thread: "t", callId: "c" },
);

const happened = { succeeded: () => "yes", unreported: () => "yes" };
const not = { failed: () => "no", rejected: () => "no", busy: () => "not yet" };
const unknown = { in_doubt: () => "who knows" };

match(emailed, { ...happened, ...not, ...unknown });
match(emailed, { ...happened, ...not });
match(emailed, { ...happened, ...not, ...unknown, awaiting_approval: () => "no" });

export function accepted(result: ResultOf<Catalog, "tag_ticket">): string {
  if (result.status === "succeeded" || result.status === "unreported") return "yes";
  if (result.status === "in_doubt") return "who knows";
  if (result.status === "failed" || result.status === "rejected" || result.status === "busy") return "no";
  return unreachable(result);
}

export function refused(result: ResultOf<Catalog, "look_up_order">): string {
  if (result.status === "succeeded" || result.status === "unreported") return "yes";
  if (result.status === "in_doubt") return "who knows";
  if (result.status === "failed" || result.status === "rejected") return "no";
  return unreachable(result);
}
