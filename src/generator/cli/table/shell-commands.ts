import { type Command, textOf } from "./command.js";

const shells = ["bash", "zsh", "fish"];

/** What is done for the shell. */
export const shellCommands: readonly Command[] = [
  {
    usage: "completion [shell]",
    describe: "Print a script that completes commands, options and their values in your shell",
    options: (argv) =>
      argv.positional("shell", { type: "string", choices: shells, describe: "Default: the one that $SHELL names" }),
    examples: [
      ["$0 completion bash >> ~/.bashrc", "Complete with the tab key from the next shell on"],
      ["$0 completion fish > ~/.config/fish/completions/toolwright.fish", "The same for fish"],
    ],
    values: async () => shells,
    does: {
      async run(_root, args) {
        const { printCompletion } = await import("../commands/print-completion.js");
        return printCompletion(textOf(args, "shell"));
      },
    },
  },
];
