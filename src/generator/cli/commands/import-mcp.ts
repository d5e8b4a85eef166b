import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { importMcp } from "../../import/import-mcp.js";
import { exitCode, UsageError } from "../exit-code.js";
import { openProject } from "../project.js";
import { shownPath } from "../rebase.js";
import { type Format, printReport } from "../report.js";

/** Writes one spec a tool of a saved `tools/list` result; specs that are there already are left alone. */
export async function importMcpFile(
  root: string,
  options: {
    readonly source: string;
    readonly out?: string | undefined;
    readonly force: boolean;
    readonly format: Format;
  },
): Promise<number> {
  const path = resolve(root, options.source);
  const imported = importMcp(readJsonFile(path, options.source));
  if (!imported)
    throw new UsageError(
      `${options.source} holds no list of tools.`,
      'It should look like { "tools": [ … ] }, as tools/list answers.',
    );
  const folder = options.out === undefined ? (await openProject(root, {})).specs : resolve(root, options.out);
  const written: string[] = [];
  const kept: string[] = [];
  for (const [file, text] of imported.files) {
    const target = join(folder, file);
    if (existsSync(target) && !options.force && readFileSync(target, "utf8") !== text) {
      kept.push(file);
      continue;
    }
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(`${target}.${process.pid}.tmp`, text);
    renameSync(`${target}.${process.pid}.tmp`, target);
    written.push(file);
  }
  const lines = [
    ...imported.remarks,
    ...kept.map((file) => `${file} is there already and differs; it was kept (--force overwrites it).`),
    `wrote ${written.length} specs to ${shownPath(root, folder)}.`,
  ];
  await printReport(
    { diagnostics: [], texts: new Map(), facts: { written, kept, remarks: imported.remarks }, lines },
    options.format,
  );
  return kept.length > 0 ? exitCode.findings : exitCode.ok;
}

function readJsonFile(path: string, shown: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new UsageError(`${shown} cannot be read.`, "Save the result of tools/list to a file and name it here.");
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${shown} is not JSON: ${error instanceof Error ? error.message : error}`,
      "Save the whole answer of tools/list.",
    );
  }
}
