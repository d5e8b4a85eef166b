/** How we know that a command works: it is run here, in the repository or in a project beside it, or by another test. */
export type Proof = { readonly run: "repository" | "project" } | { readonly provenBy: string };

/** Every command that a page tells readers to run. */
export const commands: Readonly<Record<string, Proof>> = {
  "npm test": { provenBy: "scripts/test.mjs" },
  "npm run verify": { provenBy: "scripts/verify.mjs" },
  "npm run demo": { provenBy: "test/demo/demo.test.ts" },
  "npm pack --workspaces": { provenBy: "test/packaging/packaging.test.ts" },
  "npm install ../toolwright/toolwright-runtime-0.1.0.tgz": { provenBy: "test/packaging/walk.test.ts" },
  "npm install -D ../toolwright/toolwright-0.1.0.tgz": { provenBy: "test/packaging/walk.test.ts" },
  "npx toolwright init --yes": { provenBy: "test/packaging/walk.test.ts" },
  "npm install": { provenBy: "test/packaging/walk.test.ts" },
  "npm start": { provenBy: "test/packaging/walk.test.ts" },
  "npx toolwright new set_price --effect idempotent --approval never": {
    provenBy: "test/packaging/walk.test.ts",
  },
  "npx toolwright lint": { provenBy: "test/packaging/walk.test.ts" },
  'node build/main.js set_price \'{"sku":"a","price":7}\' call-2': { provenBy: "test/packaging/walk.test.ts" },
  'node build/main.js set_price \'{"sku":"a","price":8}\' call-3': { provenBy: "test/packaging/walk.test.ts" },
  "npm run generate": { run: "project" },
  "npx toolwright new refund_payment --effect keyed": { provenBy: "test/generator/new.test.ts" },
  "npx toolwright generate": { run: "project" },
  "npx toolwright generate --check": { run: "repository" },
  "npx toolwright ledger ls --status in_doubt": { provenBy: "test/generator/ledger-commands.test.ts" },
  "npx toolwright ledger show acme/t-1/call-7": { provenBy: "test/generator/ledger-commands.test.ts" },
  "npx toolwright ledger prune --older-than 30d": { provenBy: "test/generator/ledger-commands.test.ts" },
  "npx toolwright ledger erase --tenant acme --user ann --yes": { provenBy: "test/generator/ledger-commands.test.ts" },
  "npx toolwright ledger migrate --check": { provenBy: "test/generator/ledger-commands.test.ts" },
};
