import type { RetryCategory } from "./policy.js";

/** Ends a body definitely: nothing happened, and nothing will. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Ends an attempt definitely: nothing happened yet, and trying again may help. */
export class RetryLater extends Error {
  override readonly name = "RetryLater";
  readonly category: RetryCategory;
  constructor(category: RetryCategory, message: string) {
    super(message);
    this.category = category;
  }
}
