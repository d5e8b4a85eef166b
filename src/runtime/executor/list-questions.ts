import type { Link } from "./link.js";
import type { ListPage, ListQuery } from "./list-records.js";
import { type ListedWork, listWork } from "./list-work.js";

/** A question of a body that waits for its answer, for whoever is to give it. */
export interface OpenQuestion extends ListedWork {
  readonly questionId: string;
  readonly question: string;
  readonly message: string;
}

/** A page of the questions that nobody has answered yet, oldest first. */
export function listQuestions(link: Link, query: ListQuery): Promise<ListPage<OpenQuestion>> {
  return listWork(link, "awaiting_input", query, ({ dialogue }, { asks }) => {
    if (!dialogue?.open) return null;
    const { id: questionId, question } = dialogue.open;
    return { questionId, question, message: asks?.[question]?.message ?? question };
  });
}
