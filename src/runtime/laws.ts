export type { Law, OpenLedger } from "./ledger/law.js";
export { type OpenKeptLedger, type UpkeepLaw, upkeepLaws } from "./ledger/laws-of-upkeep.js";
export { ledgerLaws } from "./ledger/ledger-laws.js";
export type { OpenStores, StoreLaw } from "./store/store-law.js";
export { storeLaws } from "./store/store-laws.js";
