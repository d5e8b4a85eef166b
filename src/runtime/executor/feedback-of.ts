import type { Started } from "./background.js";
import type { CallError } from "./call-error.js";
import type { AnyResult, Rejected, RejectionReason } from "./result.js";

/** What a model is told about a call that did not simply succeed. */
export interface Feedback {
  /** A rejection's reason, or the status. */
  readonly category: Exclude<AnyResult["status"], "succeeded" | "rejected"> | RejectionReason | "error" | "started";
  readonly message: string;
  readonly suggestion: string;
  /** Whether making a call for the same thing again may help and can do no harm; `suggestion` says under which id. */
  readonly retryable: boolean;
}

const sameCall = "Make the same call again, with the same call id and input; it will not be done twice.";
const newCall = "Make a new call, with a new call id.";

/**
 * Says truthfully what became of a call and what to do next; null for a success. Texts that a failing program wrote for
 * its operators (what a body threw, raw outputs) are left out: they may hold what the model must not see.
 */
export function feedbackOf(result: AnyResult | CallError | Started): Feedback | null {
  const { status, tool } = result;
  const feedback = (message: string, suggestion: string, retryable: boolean): Feedback => ({
    category: status === "rejected" ? result.reason : (status as Exclude<typeof status, "succeeded" | "rejected">),
    message,
    suggestion,
    retryable,
  });
  switch (status) {
    case "succeeded":
      return null;
    case "rejected": {
      const [suggestion, retryable] = afterRejection[result.reason];
      return feedback(rejectionOf(result), suggestion, retryable);
    }
    case "failed":
      if (result.code === "exhausted")
        return feedback(
          `${tool} could not be done: every attempt ended without an effect.`,
          `Wait a little. ${newCall}`,
          true,
        );
      if (result.code === "cancelled")
        return feedback(`${tool} was cancelled; it had no effect.`, `If it is still wanted: ${newCall}`, true);
      return feedback(
        `${tool} failed (${result.code}): ${withoutStop(result.message)}. It did not happen.`,
        "Do not repeat it as it is; change what you ask for, or tell the user.",
        false,
      );
    case "unreported":
      return feedback(
        `${tool} was done, but its output cannot be shown.`,
        "Do not do it again. Go on without the output, or tell the user that a person must supply it.",
        false,
      );
    case "in_doubt":
      return feedback(
        `Nobody knows whether ${tool} was done: ${doubts[result.cause]}.`,
        "Do not do it again under any call id. Tell the user that a person has to find out.",
        false,
      );
    case "awaiting_approval":
      return feedback(
        `${tool} has not been done: people have to approve it first.`,
        "Tell the user that it waits for approval. Do not ask for it in another way.",
        false,
      );
    case "awaiting_input":
      return feedback(
        `${tool} has not been done: a person has to answer first. ${result.message}`,
        "Tell the user that the question waits for an answer.",
        false,
      );
    case "deferred":
      return feedback(
        `${tool} is under way elsewhere and has not ended yet.`,
        "Do not do it again. Go on with something else, or tell the user that it takes a while.",
        false,
      );
    case "started":
      return feedback(
        `${tool} is under way in the background.`,
        "Do not do it again. Collect its result later.",
        false,
      );
    case "busy":
      return feedback(`${tool} is being done by another worker.`, `Wait a little. ${sameCall}`, true);
    case "error":
      return feedback(
        result.happened === "no"
          ? `${tool} could not be begun; nothing was done.`
          : `The result of ${tool} could not be recorded, so nobody knows yet whether it was done.`,
        sameCall,
        true,
      );
  }
}

const doubts = {
  threw: "it broke off in the middle",
  timeout: "it did not end in time",
  cancelled: "it was cancelled while it ran",
  lapsed: "whoever ran it never reported back",
} as const;

const afterRejection: { readonly [Reason in RejectionReason]: readonly [suggestion: string, retryable: boolean] } = {
  invalid_input: [`Correct the input. ${newCall}`, false],
  denied: ["A person said no. Do not ask for it again.", false],
  expired: [`If it is still wanted, people can be asked anew: ${newCall}`, true],
  conflict: ["The call id or the key belongs to something else. Use a new call id for a new request.", false],
  state_in_use: [`Another call has to end first. Wait for it, then: ${sameCall}`, true],
  not_shared: ["This was done for another user, and its output is not shared. Do not try to get it.", false],
  trust: ["This caller may not use the tool. Do not try it again.", false],
  policy: ["A rule does not let this run now. Do not try to get around it; tell the user.", false],
  cancelled: [`If it is still wanted: ${newCall}`, true],
  unknown_tool: ["Use one of the tools that are listed.", false],
};

function rejectionOf({ tool, reason, message, violations }: Rejected): string {
  const list = violations.map((violation) => `${violation.path || "/"} ${violation.message}`).join("; ");
  return `${tool} was not run: ${reason === "invalid_input" && list ? list : withoutStop(message)}.`;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, "");
}
