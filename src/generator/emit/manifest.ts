import { createHash } from "node:crypto";

/** What a folder of generated code was made from, and what was written; committed with it. */
export interface Manifest {
  readonly generator: string;
  /** Digest of everything the output depends on: specs, templates, options and the generator's version. */
  readonly inputs: string;
  /** Digest of every generated file, by path. */
  readonly files: { readonly [path: string]: string };
}

/** The manifest's name inside the output folder. */
export const manifestFile = "toolwright.manifest.json";

/** Names a text, or the UTF-8 bytes of one. */
export function digestOf(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** Names what every file of the output depends on: templates and the generator's version. */
export function groundDigest(
  generator: string,
  templates: { readonly [name: string]: { readonly text: string } },
): string {
  const texts = Object.entries(templates).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf([generator, ...texts.map(([name, { text }]) => `${name} ${sourceDigest(text)}`)].join("\n"));
}

/** Names the text of a spec, whatever its line endings: a checkout with others is the same checkout. */
export function sourceDigest(text: string | Uint8Array): string {
  if (typeof text === "string") return digestOf(text.includes("\r") ? text.replaceAll("\r\n", "\n") : text);
  return text.includes(13) ? sourceDigest(new TextDecoder("utf-8", { ignoreBOM: true }).decode(text)) : digestOf(text);
}

/** Names the texts of all specs. */
export function sourceDigests(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...sources].map(([file, text]) => [file, sourceDigest(text)]));
}

/** Names everything the output depends on. */
export function inputsDigest(ground: string, sources: ReadonlyMap<string, string>): string {
  const lines = [...sources].map(([file, digest]) => `${JSON.stringify(file)} ${digest}`).sort();
  return digestOf([ground, ...lines].join("\n"));
}

/** The manifest's text; `files` has the digest of every generated file. */
export function manifestText(generator: string, inputs: string, files: ReadonlyMap<string, string>): string {
  const digests = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = { generator, inputs, files: Object.fromEntries(digests) };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
