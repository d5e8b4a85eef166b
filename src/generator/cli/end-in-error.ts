import { TemplateError } from "../emit/fill-template.js";
import { exitCode, UsageError } from "./exit-code.js";
import { ConfigError, configFile } from "./project.js";
import { printReport } from "./report.js";

/** Says why a command ended early, and gives its exit code. */
export async function endInError(error: unknown, json: boolean): Promise<number> {
  if (error instanceof ConfigError) {
    const texts = new Map([[configFile, error.text]]);
    await printReport({ diagnostics: error.diagnostics, texts }, json ? "json" : "text");
    return exitCode.usage;
  }
  if (error instanceof TemplateError) {
    const texts = new Map([[error.template.name, error.template.text]]);
    await printReport({ diagnostics: error.diagnostics, texts }, json ? "json" : "text");
    return exitCode.findings;
  }
  if (error instanceof UsageError) {
    if (json)
      process.stdout.write(`${JSON.stringify({ error: error.message, hint: error.hint, diagnostics: [] }, null, 2)}\n`);
    else process.stderr.write(`${error.message}\nhint: ${error.hint}\n`);
    return exitCode.usage;
  }
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (typeof code === "string" && /^E[A-Z]+$/.test(code)) {
    process.stderr.write(`${(error as Error).message}\nhint: check that the path exists and may be read or written.\n`);
    return exitCode.usage;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`This is a fault of toolwright, not yours. Please report it with what follows.\n${detail}\n`);
  return exitCode.ourFault;
}
