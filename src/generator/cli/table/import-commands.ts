import { type Command, formatOf, textOf } from "./command.js";

/** What turns foreign definitions into specs. */
export const importCommands: readonly Command[] = [
  {
    usage: "import",
    describe: "Turn foreign definitions into specs",
    options: (argv) => argv.demandCommand(1, "Say what to import from: mcp."),
    examples: [["$0 import mcp tools.json", "One spec for each tool of an MCP server"]],
    does: {
      inner: [
        {
          usage: "mcp <source>",
          describe: "From a saved MCP tools/list result",
          options: (argv) =>
            argv
              .positional("source", { type: "string", describe: "The saved JSON" })
              .option("out", { type: "string", describe: "Folder for the specs" })
              .option("force", { type: "boolean", describe: "Overwrite specs that are there already" }),
          examples: [["$0 import mcp tools.json --out tool-specs", "One spec for each tool of the answer"]],
          does: {
            async run(root, args) {
              const { importMcpFile } = await import("../commands/import-mcp.js");
              return importMcpFile(root, {
                source: textOf(args, "source") ?? "",
                out: textOf(args, "out"),
                force: args.force === true,
                format: formatOf(args),
              });
            },
          },
        },
      ],
    },
  },
];
