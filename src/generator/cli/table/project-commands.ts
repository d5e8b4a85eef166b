import type { Effect } from "@toolwright/runtime";
import { type Command, foldersOf, formatOf, listOf, textOf, withFolders } from "./command.js";

/** What is done to a project: its files are written, linked and looked at. */
export const projectCommands: readonly Command[] = [
  {
    usage: "init",
    describe: "Make this folder a project with a first tool; in a project that is there, add what it lacks",
    options: (argv) =>
      withFolders(argv)
        .option("source", { type: "string", describe: "Folder of the hand-written code" })
        .option("package-manager", { choices: ["npm", "pnpm", "yarn", "bun"], describe: "Who installs packages" })
        .option("yes", { type: "boolean", describe: "Do all that is announced, without asking" })
        .option("dry-run", { type: "boolean", describe: "Only announce", conflicts: ["yes"] }),
    examples: [["$0 init --yes", "A project that generates, type-checks, tests and runs"]],
    does: {
      async run(root, args) {
        const [{ init }, { terminalOf }] = await Promise.all([import("../commands/init.js"), import("../ask.js")]);
        return init(root, {
          ...foldersOf(args),
          source: textOf(args, "source"),
          manager: textOf(args, "package-manager") as "npm" | "pnpm" | "yarn" | "bun" | undefined,
          mode: args["dry-run"] === true ? "dry-run" : args.yes === true ? "yes" : "ask",
          format: formatOf(args),
          terminal: terminalOf(args["no-input"] === true || formatOf(args) !== "text"),
        });
      },
    },
  },
  {
    usage: "new <tool>",
    describe: "Write the spec and the implementation of a new tool, generate, and link it",
    options: (argv) =>
      withFolders(argv)
        .positional("tool", { type: "string", describe: "Such as refund_payment" })
        .option("effect", {
          choices: ["read", "idempotent", "keyed", "reconcilable", "once"],
          describe: "What repeating a call does to the world; asked on a terminal, else once",
        })
        .option("approval", {
          choices: ["always", "never"],
          describe: "Whether a person approves; always, unless it only reads",
        })
        .option("by", { type: "string", describe: "The group that approves", default: "approvers" })
        .option("key", { type: "array", describe: "Properties of the input that make two calls the same work" })
        .option("stores", { type: "array", describe: "What it remembers: orders:read refunds:write" })
        .option("description", { type: "string", describe: "What the tool does, for the model" })
        .option("in", { type: "string", describe: "Folder of the implementation; where the others are, or src/tools" })
        .option("wire", { type: "string", describe: "File that calls createExecutor" }),
    examples: [
      ["$0 new refund_payment --effect keyed --key orderId --by finance", "The same order is refunded once"],
      ["$0 new refund_payment --effect keyed", "A tool whose far side honours an idempotency key"],
    ],
    does: {
      async run(root, args) {
        const [{ newTool }, { askForTool }, { terminalOf }] = await Promise.all([
          import("../commands/new-tool.js"),
          import("../scaffold/ask-for-tool.js"),
          import("../ask.js"),
        ]);
        const given = {
          effect: textOf(args, "effect") as Effect | undefined,
          approval: textOf(args, "approval") as "always" | "never" | undefined,
          key: listOf(args, "key"),
          stores: listOf(args, "stores"),
        };
        return newTool(root, {
          name: String(args.tool),
          ...foldersOf(args),
          decide: () => askForTool(terminalOf(args["no-input"] === true || formatOf(args) !== "text"), given),
          by: textOf(args, "by"),
          description: textOf(args, "description"),
          folder: textOf(args, "in"),
          wire: textOf(args, "wire"),
          format: formatOf(args),
        });
      },
    },
  },
  {
    usage: "sync",
    describe: "After specs changed: add what implementations lack, report what no longer fits",
    options: withFolders,
    examples: [["$0 sync", "Adds a body, a reconcile or a link; never removes or rewrites one"]],
    does: {
      async run(root, args) {
        const { sync } = await import("../commands/sync.js");
        return sync(root, { ...foldersOf(args), format: formatOf(args) });
      },
    },
  },
  {
    usage: "doctor",
    describe: "Look at everything that generating and running lean on",
    options: (argv) => argv,
    examples: [["$0 doctor", "Node, runtime, SQLite, config, specs, generated code, ledger"]],
    does: {
      async run(root, args) {
        const { doctor } = await import("../commands/doctor.js");
        return doctor(root, { format: formatOf(args) });
      },
    },
  },
];
