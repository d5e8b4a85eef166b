import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { UsageError } from "./exit-code.js";
import { shownPath } from "./rebase.js";

/** The JSON and YAML files of a spec folder: POSIX path → text, read when somebody asks for it. */
export class Sources implements ReadonlyMap<string, string> {
  readonly #root: string;
  readonly #files: ReadonlySet<string>;
  readonly #texts = new Map<string, string>();

  constructor(root: string, files: Iterable<string>) {
    this.#root = root;
    this.#files = new Set([...files].sort());
  }

  get size(): number {
    return this.#files.size;
  }

  /** Where a file is on the disk. */
  path(file: string): string {
    return join(this.#root, file);
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  get(file: string): string | undefined {
    if (!this.#files.has(file)) return undefined;
    const text = this.#texts.get(file) ?? readFileSync(this.path(file), "utf8");
    this.#texts.set(file, text);
    return text;
  }

  keys(): MapIterator<string> {
    return this.#files.values();
  }

  values(): MapIterator<string> {
    return this.#whole().values();
  }

  entries(): MapIterator<[string, string]> {
    return this.#whole().entries();
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(visit: (text: string, file: string, map: ReadonlyMap<string, string>) => void): void {
    for (const [file, text] of this) visit(text, file, this);
  }

  #whole(): Map<string, string> {
    return new Map([...this.#files].map((file) => [file, this.get(file) ?? ""]));
  }
}

/** Finds every JSON and YAML file of the spec folder. What a link leads to outside of it is refused. */
export function readSources(folder: string): Sources {
  let root: string;
  try {
    root = realpathSync(folder);
    if (!statSync(root).isDirectory()) throw new Error("not a folder");
  } catch {
    throw new UsageError(
      `There is no spec folder ${shownPath(process.cwd(), folder)}.`,
      'Create it, or say where the specs are: --specs <dir>, or "specs" in toolwright.config.json.',
    );
  }
  const files: string[] = [];
  visit(root, "");
  return new Sources(root, files);

  function visit(directory: string, within: string): void {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(directory, entry.name);
      const file = within + entry.name;
      if (entry.isDirectory()) visit(path, `${file}/`);
      else if (/\.(json|ya?ml)$/.test(entry.name)) {
        if (entry.isSymbolicLink()) refuseOutside(path);
        files.push(file);
      }
    }
  }

  function refuseOutside(path: string): void {
    if (!realpathSync(path).startsWith(root + sep))
      throw new UsageError(
        `${shownPath(process.cwd(), path)} is a link to a file outside the spec folder.`,
        "Copy the file into the spec folder.",
      );
  }
}
