import { TemplateError } from "../emit/fill-template.js";
import { exitCode, UsageError } from "./exit-code.js";
import { ConfigError, configFile } from "./project.js";
import { type Format, printReport } from "./report.js";

/** Says why a command ended early, in the format that was asked for, and gives its exit code. */
export async function endInError(error: unknown, format: Format): Promise<number> {
  if (error instanceof ConfigError) {
    await printReport({ diagnostics: error.diagnostics, texts: new Map([[configFile, error.text]]) }, format);
    return exitCode.usage;
  }
  if (error instanceof TemplateError) {
    const texts = new Map([[error.template.name, error.template.text]]);
    await printReport({ diagnostics: error.diagnostics, texts }, format);
    return exitCode.findings;
  }
  if (error instanceof UsageError) {
    say(error.message, error.hint, format);
    return exitCode.usage;
  }
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code === "string" && /^E[A-Z]+$/.test(code)) {
    say((error as Error).message, "Check that the path exists and may be read or written.", format);
    return exitCode.usage;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  say("This is a fault of toolwright, not yours.", `Please report it with what follows.\n${detail}`, format);
  return exitCode.ourFault;
}

/** A trouble without a place in a file. */
function say(message: string, hint: string, format: Format): void {
  switch (format) {
    case "json":
      process.stdout.write(`${JSON.stringify({ error: message, hint, diagnostics: [] }, null, 2)}\n`);
      return;
    case "github":
      process.stdout.write(`::error::${`${message} ${hint}`.replaceAll("%", "%25").replaceAll("\n", "%0A")}\n`);
      return;
    case "sarif":
    case "text":
      process.stderr.write(`${message}\nhint: ${hint}\n`);
  }
}
