import type { Caller } from "../tool/context.js";
import type { StorePolicy } from "../tool/registry.js";

/** Which part of a store a caller sees. */
export function storePartition(
  scope: StorePolicy["scope"],
  { tenant, user, thread }: Pick<Caller, "tenant" | "user" | "thread">,
): string {
  switch (scope) {
    case "tenant":
      return JSON.stringify([tenant]);
    case "user":
      return JSON.stringify([tenant, "user", user]);
    case "thread":
      return JSON.stringify([tenant, "thread", thread]);
  }
}
