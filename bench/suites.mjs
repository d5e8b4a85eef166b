/** What can be asked for, and the cases behind it: a file each, with one export. The longest come last. */
export const suites = {
  call: [
    ["call", "call"],
    ["validate", "validate"],
  ],
  startup: [["startup", "startup"]],
  types: [["types", "types"]],
  ledger: [
    ["ledger-sqlite", "ledgerSqlite"],
    ["ledger-postgres", "ledgerPostgres"],
    ["ledger-memory", "ledgerMemory"],
    ["ledger-growth", "ledgerGrowth"],
  ],
  generate: [
    ["generate", "generate"],
    ["generate-growth", "generateGrowth"],
  ],
};
