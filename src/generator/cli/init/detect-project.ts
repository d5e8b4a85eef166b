import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { ts } from "ts-morph";
import { UsageError } from "../exit-code.js";

/** Who installs packages. */
export const packageManagers = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** What a folder says about the project in it. */
export interface Detected {
  /** The text of package.json; null where there is none. */
  readonly manifest: string | null;
  /** Whether there is nothing yet but what an installation leaves behind. */
  readonly isFresh: boolean;
  readonly module: "esm" | "commonjs";
  /** More than one where lock files disagree. */
  readonly managers: readonly PackageManager[];
  /** POSIX path, relative to the root. */
  readonly source: string;
  readonly tsconfig: Compiler | null;
  readonly tests: "node:test" | "vitest" | "other";
}

/** What the compiler was told. */
export interface Compiler {
  /** Where a file of the source folder is after compilation; null where nothing is emitted. */
  readonly built: string | null;
  /** Whether modules are found as `exports` of package.json say. */
  readonly followsExports: boolean;
  /** Whether verbatimModuleSyntax refuses `import` and `export`: it does in files that are compiled to CommonJS. */
  readonly refusesModules: boolean;
}

/** What to do about a compiler that refuses them. */
export const refusedModules =
  'verbatimModuleSyntax refuses "import" and "export" in CommonJS, so generated code cannot be compiled: turn it off in tsconfig.json, or compile to ES modules ("module": "nodenext" there, "type": "module" in package.json).';

interface Manifest {
  readonly type?: string;
  readonly main?: string;
  readonly packageManager?: string;
  readonly dependencies?: object;
  readonly devDependencies?: object;
}

const locks: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["package-lock.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
];

/** Looks at a folder without changing it. `agent` is how the package manager that runs us calls itself. */
export function detectProject(root: string, agent: string | undefined): Detected {
  const path = join(root, "package.json");
  const text = existsSync(path) ? readFileSync(path, "utf8") : null;
  const manifest = text === null ? {} : readManifest(text);
  const compiler = readCompiler(root, manifest);
  // `npm init` names a main that nobody has written.
  const isFresh = compiler === null && !(manifest.main && existsSync(join(root, manifest.main))) && !hasSources(root);
  const source = compiler?.rootDir ?? (isFresh ? "src" : sourceFolder(root));
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  return {
    manifest: text,
    isFresh,
    module: manifest.type === "module" || (isFresh && manifest.type === undefined) ? "esm" : "commonjs",
    managers: managersOf(root, manifest, agent),
    source,
    tsconfig: compiler && { ...compiler, built: builtOf(compiler, source) },
    tests: "vitest" in all ? "vitest" : "jest" in all || "mocha" in all ? "other" : "node:test",
  };
}

function readManifest(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest;
  } catch (error) {
    throw new UsageError(
      `package.json is not JSON: ${(error as Error).message}`,
      "Mend it first; nothing was changed.",
    );
  }
}

function managersOf(root: string, manifest: Manifest, agent: string | undefined): readonly PackageManager[] {
  const named = (text: string | undefined) => packageManagers.find((manager) => text?.startsWith(manager));
  const declared = named(manifest.packageManager);
  if (declared) return [declared];
  const locked = locksAt(root);
  return locked.length > 0 ? locked : [named(agent) ?? "npm"];
}

/** The lock files of the nearest folder that has any: a member of a workspace is locked at its root. */
function locksAt(folder: string): readonly PackageManager[] {
  const here = locks.filter(([file]) => existsSync(join(folder, file))).map(([, manager]) => manager);
  const above = dirname(folder);
  return here.length > 0 || above === folder || existsSync(join(folder, ".git")) ? here : locksAt(above);
}

/** The major version of the project's TypeScript: the installed one, else the one it asks for. */
function compilerVersion(root: string, { dependencies, devDependencies }: Manifest): number | null {
  const path = join(root, "node_modules/typescript/package.json");
  const installed = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version : null;
  const asked = { ...dependencies, ...devDependencies } as { readonly typescript?: string };
  const [major] = /\d+/.exec(installed ?? asked.typescript ?? "") ?? [];
  return major === undefined ? null : Number(major);
}

interface Folders {
  readonly rootDir: string | null;
  readonly outDir: string | null;
}

function readCompiler(root: string, manifest: Manifest): (Folders & Omit<Compiler, "built">) | null {
  const path = join(root, "tsconfig.json");
  if (!existsSync(path)) return null;
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config ?? {}, ts.sys, root);
  const shown = (folder: string | undefined) =>
    folder === undefined ? null : relative(root, folder).split(sep).join("/") || ".";
  const { module, moduleResolution } = options;
  // From TypeScript 6 on, modules are found the bundler's way unless the config says otherwise.
  const version = compilerVersion(root, manifest);
  const isNewDefault = moduleResolution === undefined && version !== null && version >= 6;
  const bundler = moduleResolution === ts.ModuleResolutionKind.Bundler || isNewDefault;
  const node = module !== undefined && module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
  const makesCommonJs = module === ts.ModuleKind.CommonJS || (node && manifest.type !== "module");
  return {
    rootDir: shown(options.rootDir) === "." ? null : shown(options.rootDir),
    outDir: options.noEmit ? null : shown(options.outDir),
    followsExports: bundler || node,
    refusesModules: options.verbatimModuleSyntax === true && makesCommonJs,
  };
}

function builtOf({ rootDir, outDir }: Folders, source: string): string | null {
  if (outDir === null) return null;
  // Without rootDir, the compiler takes the folder that all files share, which is the source folder if nothing is outside.
  return rootDir === null || rootDir === source ? outDir : null;
}

function sourceFolder(root: string): string {
  return ["src", "source", "lib", "app"].find((folder) => existsSync(join(root, folder))) ?? "src";
}

function hasSources(root: string): boolean {
  return readdirSync(root, { withFileTypes: true }).some(
    (entry) =>
      (entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name)) ||
      (entry.isDirectory() && /^(src|lib|app)$/.test(entry.name)),
  );
}
