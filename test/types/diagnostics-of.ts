import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** One complaint of a compiler. */
export interface Diagnostic {
  /** Path from the root of the repository. */
  readonly file: string;
  /** "line:column" */
  readonly at: string;
  /** On one line, quotes unescaped: compilers print the text of a type as a string literal. */
  readonly text: string;
}

/** Compiles a project with one of the installed TypeScripts, without emitting anything. */
export async function diagnosticsOf(compiler: string, project: string): Promise<readonly Diagnostic[]> {
  const home = join("node_modules", compiler);
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const printed = await output(join(home, bin.tsc), ["-p", project, "--pretty", "false"]);
  // A complaint starts in the first column; its details are indented beneath.
  const complaints = printed.split(/\n(?=\S)/).filter((text) => text.trim() !== "");
  return complaints.map((complaint) => parse(complaint, dirname(project)));
}

function parse(complaint: string, base: string): Diagnostic {
  const [, file = "", line, column, text = complaint] =
    /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/s.exec(complaint) ?? [];
  return {
    file: relative(".", resolve(file)).replaceAll("\\", "/") || base,
    at: `${line}:${column}`,
    text: text.replaceAll('\\"', '"').replace(/\s+/g, " ").trim(),
  };
}

function output(script: string, args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    // tsc exits non-zero where it complains: here that is an answer.
    execFile(process.execPath, [script, ...args], { maxBuffer: 1 << 26 }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
}
