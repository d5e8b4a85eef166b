import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { GenerationMemory } from "../emit/generation-memory.js";
import { digestOf } from "../emit/manifest.js";
import { FileDigests, type FileMark } from "./file-digests.js";

/** The folder in a project for what can be worked out again. */
export const cacheFolder = ".toolwright/cache";

/** Counts changes of what is kept; between two releases, the version alone would not tell them apart. */
const form = 2;

/** What earlier runs leave for later ones, on this machine only: it saves time and never changes what is written. */
export class GenerationCache {
  readonly #root: string;
  readonly #name: string;
  readonly #version: string;

  constructor(root: string, project: { readonly specs: string; readonly out: string }, version: string) {
    this.#root = root;
    const folders = [relative(root, project.specs), relative(root, project.out)];
    this.#name = digestOf(JSON.stringify(folders)).slice(0, 12);
    this.#version = `${version}/${form}`;
  }

  /** Digests of the files that earlier runs looked at. */
  digests(): FileDigests {
    const found = this.#read("files") as readonly (readonly [string, FileMark])[] | null;
    return new FileDigests(Array.isArray(found) ? found : []);
  }

  /** What the last good run knew. */
  memory(): GenerationMemory | null {
    return this.#read("memory") as GenerationMemory | null;
  }

  /** Keeps what this run found out. A cache that cannot be written is no reason to fail. */
  save(digests: FileDigests, memory: GenerationMemory | null): void {
    try {
      mkdirSync(join(this.#root, cacheFolder), { recursive: true });
      writeFileSync(join(this.#root, cacheFolder, ".gitignore"), "*\n");
      if (memory !== null) this.#write("memory", memory);
      if (digests.hasNews) this.#write("files", digests.marks(Date.now()));
    } catch {}
  }

  #read(part: string): unknown {
    try {
      const { version, kept } = JSON.parse(readFileSync(this.#path(part), "utf8")) as {
        readonly version: string;
        readonly kept: unknown;
      };
      return version === this.#version ? kept : null;
    } catch {
      return null;
    }
  }

  #write(part: string, kept: unknown): void {
    const path = this.#path(part);
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ version: this.#version, kept }));
    renameSync(draft, path);
  }

  #path(part: string): string {
    return join(this.#root, cacheFolder, `${this.#name}.${part}.json`);
  }
}
