import { lawsOfItems } from "./laws-of-items.js";
import { lawsOfSearching } from "./laws-of-searching.js";
import type { StoreLaw } from "./store-law.js";

/** Everything that holds for a place where stores live, whoever wrote it. */
export const storeLaws: readonly StoreLaw[] = [...lawsOfItems, ...lawsOfSearching];
