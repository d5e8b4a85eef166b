import { type Command, foldersOf, formatOf, textOf, withFolders, withSpecs } from "./command.js";

/** What is done with specs. */
export const specCommands: readonly Command[] = [
  {
    usage: "generate",
    describe: "Write the typed tools, contracts, stores and registry of the specs",
    options: (argv) =>
      withFolders(argv)
        .option("check", {
          type: "boolean",
          describe: "Write nothing; exit 1 if anything is missing, stale, orphaned or edited",
          conflicts: ["diff", "dry-run"],
        })
        .option("diff", { type: "boolean", describe: "Write nothing; show what would change", conflicts: ["dry-run"] })
        .option("dry-run", { type: "boolean", describe: "Write nothing; list what would change" })
        .option("watch", {
          type: "boolean",
          describe: "Write again after every change",
          conflicts: ["check", "diff", "dry-run"],
        })
        .option("force", { type: "boolean", describe: "Overwrite generated files that were edited by hand" })
        .option("timing", { type: "boolean", describe: "Print where the time went" }),
    examples: [["$0 generate --check", "For CI: fails if the generated code is not what the specs say"]],
    does: {
      async run(root, args) {
        const mode = args.check ? "check" : args.diff ? "diff" : args["dry-run"] ? "dry-run" : "write";
        const flags = { force: args.force === true, timing: args.timing === true };
        const options = { ...foldersOf(args), format: formatOf(args), mode, ...flags } as const;
        if (args.watch === true) return (await import("../commands/watch.js")).watchSpecs(root, options);
        return (await import("../commands/generate.js")).generate(root, options);
      },
    },
  },
  {
    usage: "lint",
    describe: "Check every spec, and the code that implements it, by rules with levels",
    options: (argv) => withSpecs(argv).option("specs-only", { type: "boolean", describe: "Do not look at the code" }),
    examples: [["$0 lint --format github", "Findings beside the changed lines of a pull request"]],
    does: {
      async run(root, args) {
        const { lint } = await import("../commands/lint.js");
        const code = args["specs-only"] !== true;
        return lint(root, { specs: textOf(args, "specs"), format: formatOf(args), code });
      },
    },
  },
  {
    usage: "explain [code]",
    describe: "Tell more about a diagnostic",
    options: (argv) => argv.positional("code", { type: "string", describe: "Such as unknown-word" }),
    examples: [["$0 explain retry-on-once", "Why it matters, with a wrong and a right example"]],
    values: async () => Object.keys((await import("../../spec/explanations.js")).explanations),
    does: {
      async run(root, args) {
        const { explain } = await import("../commands/explain.js");
        return explain(root, textOf(args, "code"), formatOf(args));
      },
    },
  },
  {
    usage: "inspect-model",
    describe: "Print the model that files are printed from, as JSON",
    options: withSpecs,
    examples: [["$0 inspect-model --specs tool-specs", "Every name, type and policy as it was decided"]],
    does: {
      async run(root, args) {
        const { inspectModel } = await import("../commands/inspect-model.js");
        return inspectModel(root, { specs: textOf(args, "specs") });
      },
    },
  },
];
