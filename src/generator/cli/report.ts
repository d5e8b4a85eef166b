import type { Diagnostic } from "../spec/diagnostic.js";
import { wantsColours } from "./colours.js";
import { packageVersion } from "./package-version.js";

/** How findings are printed. */
export type Format = "text" | "json" | "github" | "sarif";

/** What a command has to say. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  /** Texts of the files that findings are in, by the same path. */
  readonly texts: ReadonlyMap<string, string>;
  /** Facts for machines; printed beside the findings with `--json`. */
  readonly facts?: { readonly [name: string]: unknown };
  /** Notes are counted, not printed, for people. */
  readonly quiet?: boolean;
  /** Lines for people, printed after the findings. */
  readonly lines?: readonly string[];
}

/** Prints a report: findings go to stderr for people, to stdout for machines. */
export async function printReport(report: Report, format: Format): Promise<void> {
  const { diagnostics } = report;
  switch (format) {
    case "json":
      process.stdout.write(`${JSON.stringify({ ...report.facts, diagnostics }, null, 2)}\n`);
      return;
    case "sarif": {
      const { renderSarif } = await import("./render/render-sarif.js");
      process.stdout.write(renderSarif(diagnostics, packageVersion));
      return;
    }
    case "github": {
      const { renderGithub } = await import("./render/render-github.js");
      process.stdout.write(renderGithub(diagnostics));
      break;
    }
    case "text":
      await printText(report);
  }
  for (const line of report.lines ?? []) process.stdout.write(`${line}\n`);
}

async function printText({ diagnostics, texts, quiet }: Report): Promise<void> {
  const told = quiet ? diagnostics.filter(({ severity }) => severity !== "info") : diagnostics;
  if (told.length === 0) return;
  const { renderText } = await import("./render/render-text.js");
  process.stderr.write(`${renderText(told, texts, wantsColours(process.env, process.stderr.isTTY === true))}\n`);
}

/** "2 errors, 1 warning" */
export function countFindings(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Diagnostic["severity"], one: string, many: string) => {
    const found = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    return found === 0 ? [] : [`${found} ${found === 1 ? one : many}`];
  };
  const parts = [
    ...count("error", "error", "errors"),
    ...count("warning", "warning", "warnings"),
    ...count("info", "note", "notes"),
  ];
  return parts.length === 0 ? "no findings" : parts.join(", ");
}
