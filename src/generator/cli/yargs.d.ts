// yargs 18 ships no types; this is the part of it that the command line uses.
declare module "yargs" {
  export interface Option {
    readonly type?: "boolean" | "string" | "number" | "array";
    readonly describe?: string;
    readonly choices?: readonly string[];
    readonly default?: unknown;
    readonly demandOption?: boolean;
    readonly conflicts?: readonly string[];
  }
  export type Arguments = { readonly _: readonly (string | number)[]; readonly [option: string]: unknown };
  export interface Argv {
    scriptName(name: string): Argv;
    usage(text: string): Argv;
    option(name: string, option: Option): Argv;
    positional(name: string, option: Option): Argv;
    command(
      name: string,
      describe: string,
      builder: (argv: Argv) => Argv,
      handler: (args: Arguments) => Promise<void>,
    ): Argv;
    command(name: string, describe: string, builder: (argv: Argv) => Argv): Argv;
    demandCommand(least: number, message: string): Argv;
    strict(): Argv;
    strictCommands(): Argv;
    version(version: string): Argv;
    help(): Argv;
    alias(name: string, alias: string): Argv;
    wrap(columns: number | null): Argv;
    exitProcess(enabled: boolean): Argv;
    showHelpOnFail(enabled: boolean): Argv;
    fail(handler: (message: string | null, error: Error | undefined) => void): Argv;
    epilogue(text: string): Argv;
    example(command: string, describe: string): Argv;
    parserConfiguration(configuration: { readonly [name: string]: boolean }): Argv;
    parseAsync(): Promise<Arguments>;
  }
  export default function yargs(args: readonly string[]): Argv;
}
declare module "yargs/helpers" {
  export function hideBin(argv: readonly string[]): readonly string[];
}
