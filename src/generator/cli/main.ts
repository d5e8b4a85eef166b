import yargs, { type Argv } from "yargs";
import { hideBin } from "yargs/helpers";
import { exitCode } from "./exit-code.js";
import { Misread } from "./misread.js";
import { packageVersion } from "./package-version.js";
import type { Command } from "./table/command.js";
import { commands } from "./table/commands.js";
import { formatIn, withGlobalOptions } from "./table/global-options.js";

const words = hideBin(process.argv);
// Commands are loaded when they run, so that --help and --version cost nothing of them.
const cli = withGlobalOptions(yargs(words))
  .scriptName("toolwright")
  .usage("$0 <command>: agent tools from declarative specs")
  // Otherwise --no-input would be read as "input" being false.
  .parserConfiguration({ "boolean-negation": false })
  .example("$0 init", "Make this folder a project with a first tool")
  .example("$0 generate", "Write the generated code of the specs in tool-specs")
  .example("$0 explain retry-on-once", "Tell more about a finding")
  .demandCommand(1, "Say what to do.")
  .strict()
  .version(packageVersion)
  .help()
  .alias("h", "help")
  .wrap(null)
  .exitProcess(false)
  .showHelpOnFail(false)
  .epilogue("Exit codes: 0 fine, 1 findings or drift, 2 usage or config, 3 needs a person, 70 a fault of toolwright.")
  .fail((message, error) => {
    throw error ?? new Misread(message ?? "That cannot be read.");
  });
for (const command of commands) add(cli, command);

try {
  await cli.parseAsync();
} catch (error) {
  const [{ endInError }, { usageErrorOf }] = await Promise.all([
    import("./end-in-error.js"),
    import("./usage-error-of.js"),
  ]);
  const told = error instanceof Misread ? usageErrorOf(error.message, words, commands) : error;
  process.exitCode = await endInError(told, formatIn(words));
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
