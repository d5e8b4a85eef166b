import { type CallExpression, Node, type ObjectLiteralExpression, SyntaxKind } from "ts-morph";
import type { Code } from "./read-code.js";

/** A call of createExecutor whose options can be read. */
export interface ExecutorCall {
  readonly call: CallExpression;
  readonly options: ObjectLiteralExpression;
  /** Whether a spread may bring more options than are written here. */
  readonly isOpen: boolean;
}

/** Finds the calls of createExecutor that are given an object in place. */
export function executorCalls({ files }: Code): readonly ExecutorCall[] {
  return files
    .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.CallExpression))
    .filter((call) => /(^|\.)createExecutor$/.test(call.getExpression().getText()))
    .flatMap((call) => {
      const options = call.getArguments()[1];
      if (!Node.isObjectLiteralExpression(options)) return [];
      const isOpen = options.getProperties().some((property) => Node.isSpreadAssignment(property));
      return [{ call, options, isOpen }];
    });
}
