import type { Law } from "./law.js";
import { lawsOfClaiming } from "./laws-of-claiming.js";
import { lawsOfReading } from "./laws-of-reading.js";
import { lawsOfWaiting } from "./laws-of-waiting.js";
import { lawsOfWriting } from "./laws-of-writing.js";

/** Everything the executor relies on, for every ledger, whoever wrote it. */
export const ledgerLaws: readonly Law[] = [...lawsOfWriting, ...lawsOfClaiming, ...lawsOfReading, ...lawsOfWaiting];
