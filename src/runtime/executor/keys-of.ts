import type { ApproverKeys } from "./link.js";

/** The keys that a person is linked with; with a tenant, those that count there. */
export function keysOf(person: ApproverKeys, tenant?: string): readonly string[] {
  if (typeof person === "string") return [person];
  if (typeof person !== "object" || !("tenants" in person)) return person;
  if (tenant !== undefined && !person.tenants.includes(tenant)) return [];
  return typeof person.keys === "string" ? [person.keys] : person.keys;
}
