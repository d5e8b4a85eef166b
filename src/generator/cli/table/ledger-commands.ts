import type { Resolution } from "@toolwright/runtime";
import type { Argv } from "yargs";
import { onlyTenant } from "../ledger/call-name.js";
import { type Command, formatOf, listOf, textOf } from "./command.js";

const statuses = [
  ...[
    "awaiting_approval",
    "denied",
    "running",
    "succeeded",
    "failed",
    "unreported",
    "in_doubt",
    "released",
    "abandoned",
  ],
  ...["deferred", "awaiting_input", "answered"],
];

const withLedger = (argv: Argv) =>
  argv.option("ledger", {
    type: "string",
    describe: "A SQLite file, a PostgreSQL address, $VARIABLE with one, or module.js#export; else the config's",
  });

const withTenant = (argv: Argv) =>
  argv.option("tenant", {
    type: "string",
    default: onlyTenant,
    describe: "The tenant, where the executor was not linked with singleTenant",
  });

const callForms = "The call id, with its --thread; or tenant/thread/call, as ledger ls prints it";

/** What is done with a ledger, by the people who keep it. */
export const ledgerCommands: readonly Command[] = [
  {
    usage: "ledger",
    describe: "Look at a ledger and keep it: what ran, what is in doubt, retention, erasure, migrations",
    options: (argv) => argv.demandCommand(1, "Say what to do with it: ls, show, resolve, prune, erase or migrate."),
    examples: [["$0 ledger ls --status in_doubt", "What a person has to find out about"]],
    does: {
      inner: [
        {
          usage: "ls",
          describe: "List executions, oldest write first",
          options: (argv) =>
            withLedger(argv)
              .option("status", { type: "array", choices: statuses, describe: "Only these" })
              .option("tenant", { type: "string", describe: "Only this tenant's" })
              .option("tool", { type: "string", describe: "Only this tool's" })
              .option("limit", { type: "number", default: 20, describe: "At most this many" })
              .option("after", { type: "string", describe: "Where the page before ended" }),
          examples: [["$0 ledger ls --status in_doubt unreported", "Everything that waits for a person to find out"]],
          does: {
            async run(root, args) {
              const { ledgerLs } = await import("../commands/ledger-ls.js");
              return ledgerLs(root, {
                ledger: textOf(args, "ledger"),
                status: listOf(args, "status"),
                tenant: textOf(args, "tenant"),
                tool: textOf(args, "tool"),
                limit: Number(args.limit),
                after: textOf(args, "after"),
                format: formatOf(args),
              });
            },
          },
        },
        {
          usage: "show [call]",
          describe: "Show one execution whole, with everything that happened to it; declared secrets stay sealed",
          options: (argv) =>
            withTenant(withLedger(argv))
              .positional("call", { type: "string", describe: callForms })
              .option("thread", { type: "string", describe: "The call's thread" })
              .option("key", { type: "string", describe: "The key instead of a call: its newest generation" }),
          examples: [
            ["$0 ledger show call-7 --tenant acme --thread t-1", "Input, outcome, approval and trail"],
            ["$0 ledger show acme/t-1/call-7", "The same, as ledger ls prints it"],
          ],
          does: {
            async run(root, args) {
              const { ledgerShow } = await import("../commands/ledger-show.js");
              return ledgerShow(root, {
                ledger: textOf(args, "ledger"),
                call: textOf(args, "call"),
                tenant: textOf(args, "tenant") ?? "",
                thread: textOf(args, "thread"),
                key: textOf(args, "key"),
                format: formatOf(args),
              });
            },
          },
        },
        {
          usage: "resolve <call>",
          describe: "Record what a person found out about a call in doubt",
          options: (argv) =>
            withTenant(argv)
              .positional("call", { type: "string", describe: callForms })
              .option("executor", { type: "string", describe: "./build/executor.js#openExecutor; else the config's" })
              .option("thread", { type: "string", describe: "The call's thread" })
              .option("verdict", {
                choices: ["happened", "did_not_happen", "abandon"],
                demandOption: true,
                describe: "What was found out; after did_not_happen it may be run again",
              })
              .option("output", { type: "string", describe: "As JSON: what the tool would have returned" })
              .option("by", { type: "string", demandOption: true, describe: "Who found it out" })
              .option("evidence", { type: "string", demandOption: true, describe: "How; kept in the trail" }),
          examples: [
            [
              "$0 ledger resolve call-7 --thread t-1 --verdict did_not_happen --by ann --evidence 'no such refund in the bank'",
              "The call may run again",
            ],
          ],
          does: {
            async run(root, args) {
              const { ledgerResolve } = await import("../commands/ledger-resolve.js");
              return ledgerResolve(root, {
                executor: textOf(args, "executor"),
                call: String(args.call),
                tenant: textOf(args, "tenant") ?? "",
                thread: textOf(args, "thread"),
                verdict: textOf(args, "verdict") as Resolution["verdict"],
                output: textOf(args, "output"),
                by: textOf(args, "by") ?? "",
                evidence: textOf(args, "evidence") ?? "",
                format: formatOf(args),
              });
            },
          },
        },
        {
          usage: "prune",
          describe: "Turn what was settled long ago into tombstones: a repeat is still recognised and never run",
          options: (argv) =>
            withLedger(argv).option("older-than", { type: "string", default: "30d", describe: "Such as 30d or 12h" }),
          examples: [["$0 ledger prune --older-than 90d", "From a timer, once a day"]],
          does: {
            async run(root, args) {
              const { ledgerPrune } = await import("../commands/ledger-prune.js");
              const olderThan = textOf(args, "older-than") ?? "";
              return ledgerPrune(root, { ledger: textOf(args, "ledger"), olderThan, format: formatOf(args) });
            },
          },
        },
        {
          usage: "erase",
          describe: "Remove one person's data, tombstones included, and name the repeats that are then unprotected",
          options: (argv) =>
            withTenant(withLedger(argv))
              .option("user", { type: "string", demandOption: true, describe: "Whose data" })
              .option("threads", {
                type: "array",
                describe: "Threads that are theirs alone: what stores and states keep in them",
              })
              .option("yes", { type: "boolean", describe: "Do it without asking" }),
          examples: [["$0 ledger erase --tenant acme --user ann --yes", "Exit code 3 while calls of hers are open"]],
          does: {
            async run(root, args) {
              const [{ ledgerErase }, { terminalOf }] = await Promise.all([
                import("../commands/ledger-erase.js"),
                import("../ask.js"),
              ]);
              return ledgerErase(root, {
                ledger: textOf(args, "ledger"),
                tenant: textOf(args, "tenant") ?? "",
                user: textOf(args, "user") ?? "",
                threads: listOf(args, "threads") ?? [],
                yes: args.yes === true,
                terminal: terminalOf(args["no-input"] === true || formatOf(args) !== "text"),
                format: formatOf(args),
              });
            },
          },
        },
        {
          usage: "migrate",
          describe: "Bring the tables up to date; forward only, under a lock",
          options: (argv) =>
            withLedger(argv).option("check", {
              type: "boolean",
              describe: "Change nothing; exit 1 if the tables are not up to date",
            }),
          examples: [["$0 ledger migrate --check", "Before a deploy: does this code need a migration?"]],
          does: {
            async run(root, args) {
              const { ledgerMigrate } = await import("../commands/ledger-migrate.js");
              const check = args.check === true;
              return ledgerMigrate(root, { ledger: textOf(args, "ledger"), check, format: formatOf(args) });
            },
          },
        },
      ],
    },
  },
];
