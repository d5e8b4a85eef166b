import type { ToolPolicy } from "../tool/policy.js";
import type { AttemptContext } from "./attempt-context.js";

const always = ["idempotencyKey", "attempt", "caller", "signal", "stores", "env", "fail", "retryLater", "progress"];
const ofOperations = ["operationId", "externalOperationId", "attachOperation", "defer"];

/** The members of a context that a copy of it would have: those that the spec declares. */
export function membersOf({ operation, asks, calls = [], state }: ToolPolicy): readonly string[] {
  return [
    ...always,
    ...(operation ? ofOperations : []),
    ...(asks ? ["ask"] : []),
    ...(calls.length > 0 ? ["call"] : []),
    ...(state ? ["state"] : []),
  ];
}

/**
 * The context as a body holds it. Its members are made when they are asked for; so that `{ ...context }` and rest
 * patterns find them all the same, they are shown as its own.
 */
export function bodyContext(context: AttemptContext, members: readonly string[]): AttemptContext {
  return new Proxy(context, {
    get: (target, name) => Reflect.get(target, name, target),
    ownKeys: () => [...members],
    getOwnPropertyDescriptor: (target, name) =>
      members.includes(String(name))
        ? { value: Reflect.get(target, name, target), enumerable: true, configurable: true }
        : undefined,
  });
}
