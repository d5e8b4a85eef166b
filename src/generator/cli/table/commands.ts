import type { Command } from "./command.js";
import { importCommands } from "./import-commands.js";
import { ledgerCommands } from "./ledger-commands.js";
import { projectCommands } from "./project-commands.js";
import { shellCommands } from "./shell-commands.js";
import { specCommands } from "./spec-commands.js";

/** Every command, in the order that `--help` lists them. */
export const commands: readonly Command[] = [
  ...projectCommands,
  ...specCommands,
  ...importCommands,
  ...ledgerCommands,
  ...shellCommands,
];
