import type { Link } from "./link.js";
import type { ListPage, ListQuery } from "./list-records.js";
import { type ListedWork, listWork } from "./list-work.js";

/** Work that happened and whose output could not be handed out, for whoever is to supply it. */
export interface UnreportedWork extends ListedWork {
  readonly why: string;
}

/** A page of what happened and has no output, oldest first. */
export function listUnreported(link: Link, query: ListQuery): Promise<ListPage<UnreportedWork>> {
  return listWork(link, "unreported", query, ({ outcome }) =>
    outcome?.kind === "unreported" ? { why: outcome.why } : null,
  );
}
