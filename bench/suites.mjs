/** What can be asked for, and the cases behind it: a file each, with one export. */
export const suites = {
  call: [["call", "call"]],
  ledger: [
    ["ledger-sqlite", "ledgerSqlite"],
    ["ledger-postgres", "ledgerPostgres"],
    ["ledger-growth", "ledgerGrowth"],
  ],
  generate: [
    ["generate", "generate"],
    ["generate-growth", "generateGrowth"],
  ],
  types: [["types", "types"]],
  startup: [["startup", "startup"]],
};
