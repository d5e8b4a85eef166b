import { Deferral, Question, RetryLater, ToolFailure } from "../tool/endings.js";
import type { RetryCategory } from "../tool/policy.js";
import { textOf } from "./text-of.js";

/** How one attempt ended. Everything that the body did not say in so many words is unknown. */
export type Ending =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "retry_later"; readonly category: RetryCategory; readonly message: string }
  | { readonly kind: "deferred" }
  | { readonly kind: "asked"; readonly question: string }
  | {
      readonly kind: "unknown";
      readonly cause: "threw" | "timeout" | "cancelled";
      readonly message: string;
      /** False while the body may still act. */
      readonly bodyEnded: boolean;
    };

/** Reads what a body threw. */
export function endingOf(thrown: unknown, declared: { readonly [code: string]: string }): Ending {
  if (thrown instanceof ToolFailure) {
    if (Object.hasOwn(declared, thrown.code)) return { kind: "failed", code: thrown.code, message: thrown.message };
    return unknown(`ended with the undeclared error code "${thrown.code}": ${thrown.message}`);
  }
  if (thrown instanceof Deferral) return { kind: "deferred" };
  if (thrown instanceof Question) return { kind: "asked", question: thrown.question };
  if (thrown instanceof RetryLater) return { kind: "retry_later", category: thrown.category, message: thrown.message };
  return unknown(textOf(thrown));
}

function unknown(message: string): Ending {
  return { kind: "unknown", cause: "threw", message, bodyEnded: true };
}
