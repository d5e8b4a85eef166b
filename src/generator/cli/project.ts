import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import type { Level, TeamRule } from "../check/lint-settings.js";
import { type Templates, templateNames } from "../emit/templates.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { UsageError } from "./exit-code.js";
import { packagedTemplates } from "./packaged-templates.js";

/** Where things are, as the config and the command line say. */
export interface Project {
  readonly specs: string;
  readonly out: string;
  readonly templates: Templates;
  /** The folder of the project's own templates, if it has one. */
  readonly ownTemplates: string | null;
  /** Levels of rules, as the config says them. */
  readonly rules: { readonly [rule: string]: Level };
  readonly ownRules: readonly TeamRule[];
  /** Where the ledger is: a file, a PostgreSQL address, a variable that holds one, or a module's export. */
  readonly ledger: string | null;
  /** Which module exports the executor. */
  readonly executor: string | null;
}

interface Config {
  readonly specs?: string;
  readonly out?: string;
  readonly templates?: string;
  readonly rules?: { readonly [rule: string]: Level };
  readonly ownRules?: readonly TeamRule[];
  readonly ledger?: string;
  readonly executor?: string;
}

/** The config file's name. */
export const configFile = "toolwright.config.json";

/** The config is wrong; its findings have positions. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly diagnostics: readonly Diagnostic[];
  readonly text: string;
  constructor(diagnostics: readonly Diagnostic[], text: string) {
    super(`${configFile} is wrong`);
    this.diagnostics = diagnostics;
    this.text = text;
  }
}

/** Reads the config of the working folder; options stand in for its words. */
export async function openProject(
  root: string,
  options: { readonly specs?: string | undefined; readonly out?: string | undefined },
): Promise<Project> {
  const config = await readConfig(root);
  const specs = resolve(root, options.specs ?? config.specs ?? "tool-specs");
  const out = resolve(root, options.out ?? config.out ?? "generated");
  if (out === specs || out.startsWith(specs + sep))
    throw new UsageError(
      "The output folder is inside the spec folder, so generated files would be read as specs.",
      'Choose folders beside each other: --specs and --out, or "specs" and "out" in toolwright.config.json.',
    );
  const ownTemplates = config.templates === undefined ? null : resolve(root, config.templates);
  const templates = withOverrides(packagedTemplates(), root, ownTemplates);
  const { rules = {}, ownRules = [], ledger = null, executor = null } = config;
  return { specs, out, templates, ownTemplates, rules, ownRules, ledger, executor };
}

async function readConfig(root: string): Promise<Config> {
  const path = join(root, configFile);
  if (!existsSync(path)) return {};
  const text = readFileSync(path, "utf8");
  // Most configs are plain and right; the checking libraries are loaded only for one that is not.
  if (isPlainConfig(text)) return JSON.parse(text) as Config;
  const [{ readDocument }, { checkShape }] = await Promise.all([
    import("../spec/read-document.js"),
    import("../spec/check-shape.js"),
  ]);
  const read = readDocument(configFile, text);
  const diagnostics = [...read.diagnostics, ...(read.document ? checkShape(read.document, "config") : [])];
  if (!read.document || diagnostics.length > 0) throw new ConfigError(diagnostics, text);
  return read.document.value as Config;
}

function isPlainConfig(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      typeof value === "object" &&
      value !== null &&
      Object.entries(value).every(
        ([word, member]) =>
          ["$schema", "specs", "out", "templates", "ledger", "executor"].includes(word) &&
          typeof member === "string" &&
          member !== "",
      )
    );
  } catch {
    return false;
  }
}

function withOverrides(templates: Templates, root: string, folder: string | null): Templates {
  if (folder === null) return templates;
  const own = templateNames.flatMap((name) => {
    const path = join(folder, `${name}.ts.tpl`);
    if (!existsSync(path)) return [];
    return [[name, { name: relative(root, path).split(sep).join("/"), text: readFileSync(path, "utf8") }] as const];
  });
  return { ...templates, ...Object.fromEntries(own) };
}
