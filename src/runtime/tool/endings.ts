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

/** Ends a body whose work goes on elsewhere: `resume` tells how it ended. */
export class Deferral extends Error {
  override readonly name = "Deferral";
}

/** Ends an attempt with a question: nothing happened yet, and nothing will before it is answered. */
export class Question extends Error {
  override readonly name = "Question";
  readonly question: string;
  constructor(question: string) {
    super(question);
    this.question = question;
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
