import type { Effect } from "@toolwright/runtime";
import yargs, { type Arguments, type Argv } from "yargs";
import { hideBin } from "yargs/helpers";
import { endInError } from "./end-in-error.js";
import { exitCode, UsageError } from "./exit-code.js";
import { packageVersion } from "./package-version.js";
import type { Format } from "./report.js";

const root = process.cwd();
const formats = ["text", "json", "github", "sarif"] as const;

// Commands are loaded when they run, so that --help and --version cost nothing of them.
const cli = yargs(hideBin(process.argv))
  .scriptName("toolwright")
  .usage("$0 <command>: agent tools from declarative specs")
  .option("json", { type: "boolean", describe: "One JSON object on stdout" })
  .option("format", { choices: formats, describe: "How findings are printed", default: "text" })
  .command(
    "generate",
    "Write the typed tools, contracts, stores and registry of the specs",
    (argv) =>
      withSpecs(argv)
        .option("out", { type: "string", describe: "Folder of the generated code" })
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
    run(async (args) => {
      const mode = args.check ? "check" : args.diff ? "diff" : args["dry-run"] ? "dry-run" : "write";
      const flags = { force: args.force === true, timing: args.timing === true };
      const options = {
        specs: text(args, "specs"),
        out: text(args, "out"),
        format: formatOf(args),
        mode,
        ...flags,
      } as const;
      if (args.watch === true) return (await import("./commands/watch.js")).watchSpecs(root, options);
      return (await import("./commands/generate.js")).generate(root, options);
    }),
  )
  .command(
    "new <tool>",
    "Write the spec and the implementation of a new tool, generate, and link it",
    (argv) =>
      withSpecs(argv)
        .positional("tool", { type: "string", describe: "Such as refund_payment" })
        .option("out", { type: "string", describe: "Folder of the generated code" })
        .option("effect", {
          choices: ["read", "idempotent", "keyed", "reconcilable", "once"],
          describe: "What repeating a call does to the world",
          default: "once",
        })
        .option("approval", {
          choices: ["always", "never"],
          describe: "Whether a person approves; always, unless it only reads",
        })
        .option("description", { type: "string", describe: "What the tool does, for the model" })
        .option("in", { type: "string", describe: "Folder of the implementation; where the others are, or src/tools" })
        .option("wire", { type: "string", describe: "File that calls createExecutor" })
        .example("$0 new refund_payment --effect keyed", "A tool whose far side honours an idempotency key"),
    run(async (args) => {
      const { newTool } = await import("./commands/new-tool.js");
      return newTool(root, {
        name: String(args.tool),
        specs: text(args, "specs"),
        out: text(args, "out"),
        effect: args.effect as Effect,
        approval: text(args, "approval") as "always" | "never" | undefined,
        description: text(args, "description"),
        folder: text(args, "in"),
        wire: text(args, "wire"),
        format: formatOf(args),
      });
    }),
  )
  .command(
    "lint",
    "Check every spec",
    withSpecs,
    run(async (args) => {
      const { lint } = await import("./commands/lint.js");
      return lint(root, { specs: text(args, "specs"), format: formatOf(args) });
    }),
  )
  .command(
    "explain [code]",
    "Tell more about a diagnostic",
    (argv) => argv.positional("code", { type: "string", describe: "Such as unknown-word" }),
    run(async (args) => {
      const { explain } = await import("./commands/explain.js");
      return explain(text(args, "code"), formatOf(args));
    }),
  )
  .command(
    "inspect-model",
    "Print the model that files are printed from, as JSON",
    withSpecs,
    run(async (args) => {
      const { inspectModel } = await import("./commands/inspect-model.js");
      return inspectModel(root, { specs: text(args, "specs") });
    }),
  )
  .command("import", "Turn foreign definitions into specs", (argv) =>
    argv
      .command(
        "mcp <source>",
        "From a saved MCP tools/list result",
        (inner) =>
          inner
            .positional("source", { type: "string", describe: "The saved JSON" })
            .option("out", { type: "string", describe: "Folder for the specs" })
            .option("force", { type: "boolean", describe: "Overwrite specs that are there already" }),
        run(async (args) => {
          const { importMcpFile } = await import("./commands/import-mcp.js");
          return importMcpFile(root, {
            source: text(args, "source") ?? "",
            out: text(args, "out"),
            force: args.force === true,
            format: formatOf(args),
          });
        }),
      )
      .demandCommand(1, "Say what to import from: mcp."),
  )
  .demandCommand(1, "Say what to do.")
  .recommendCommands()
  .strict()
  .version(packageVersion)
  .help()
  .alias("h", "help")
  .wrap(null)
  .exitProcess(false)
  .showHelpOnFail(false)
  .epilogue("Exit codes: 0 fine, 1 findings or drift, 2 usage or config, 3 needs a person, 70 a fault of toolwright.")
  .fail((message, error) => {
    throw error ?? new UsageError(message ?? "That cannot be read.", "toolwright --help lists the commands.");
  });

try {
  await cli.parseAsync();
} catch (error) {
  process.exitCode = await endInError(error, hideBin(process.argv).includes("--json"));
}

function withSpecs(argv: Argv): Argv {
  return argv.option("specs", { type: "string", describe: "Folder of the specs" });
}

function run(command: (args: Arguments) => Promise<number>): (args: Arguments) => Promise<void> {
  return async (args) => {
    const code = await command(args);
    if (code !== exitCode.ok) process.exitCode = code;
  };
}

function text(args: Arguments, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}

function formatOf(args: Arguments): Format {
  return args.json === true ? "json" : (args.format as Format);
}
