import type { ToolPolicy } from "../tool/policy.js";
import type { AttemptContext } from "./attempt-context.js";

const always = ["idempotencyKey", "attempt", "caller", "signal", "stores", "env", "fail", "retryLater", "progress"];
const ofOperations = ["operationId", "externalOperationId", "attachOperation", "defer"];

/** How the bodies of one tool see their contexts; made once a tool, since every attempt needs it. */
export type ContextView = ProxyHandler<AttemptContext>;

/**
 * Members are made when they are asked for; so that `{ ...context }` and rest patterns find them all the same, those
 * that the spec declares are shown as the context's own.
 */
export function contextViewOf({ operation, asks, calls = [], state }: ToolPolicy): ContextView {
  const members = [
    ...always,
    ...(operation ? ofOperations : []),
    ...(asks ? ["ask"] : []),
    ...(calls.length > 0 ? ["call"] : []),
    ...(state ? ["state"] : []),
  ];
  return {
    get: (target, name) => Reflect.get(target, name, target),
    ownKeys: () => [...members],
    getOwnPropertyDescriptor: (target, name) =>
      members.includes(String(name))
        ? { value: Reflect.get(target, name, target), enumerable: true, configurable: true }
        : undefined,
  };
}

/** The context as a body holds it. */
export function bodyContext(context: AttemptContext, view: ContextView): AttemptContext {
  return new Proxy(context, view);
}
