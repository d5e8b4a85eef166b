import yargs, { type Argv } from "yargs";
import { hideBin } from "yargs/helpers";
import { exitCode, UsageError } from "./exit-code.js";
import { packageVersion } from "./package-version.js";
import type { Command } from "./table/command.js";
import { importCommands } from "./table/import-commands.js";
import { projectCommands } from "./table/project-commands.js";
import { specCommands } from "./table/spec-commands.js";

const formats = ["text", "json", "github", "sarif"] as const;

// Commands are loaded when they run, so that --help and --version cost nothing of them.
const cli = yargs(hideBin(process.argv))
  .scriptName("toolwright")
  .usage("$0 <command>: agent tools from declarative specs")
  .option("json", { type: "boolean", describe: "One JSON object on stdout" })
  .option("format", { choices: formats, describe: "How findings are printed", default: "text" })
  .option("no-input", {
    type: "boolean",
    describe: "Never ask; where an answer is missing, name the flag that gives it",
  })
  // Otherwise --no-input would be read as "input" being false.
  .parserConfiguration({ "boolean-negation": false })
  .example("$0 generate", "Write the generated code of the specs in tool-specs")
  .completion("completion", "Print a script that completes commands and options in bash or zsh")
  .example("$0 completion >> ~/.bashrc", "Complete with the tab key from the next shell on")
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
for (const command of [...projectCommands, ...specCommands, ...importCommands]) add(cli, command);

try {
  await cli.parseAsync();
} catch (error) {
  const { endInError } = await import("./end-in-error.js");
  process.exitCode = await endInError(error, hideBin(process.argv).includes("--json"));
}

function add(argv: Argv, { usage, describe, options, examples, does }: Command): void {
  const build = (inner: Argv) => {
    const built = options(inner);
    for (const [command, text] of examples) built.example(command, text);
    if ("inner" in does) for (const command of does.inner) add(built, command);
    return built;
  };
  if ("inner" in does) argv.command(usage, describe, build);
  else
    argv.command(usage, describe, build, async (args) => {
      const code = await does.run(process.cwd(), args);
      if (code !== exitCode.ok) process.exitCode = code;
    });
}
