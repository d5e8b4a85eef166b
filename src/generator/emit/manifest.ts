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

/** Names everything the output depends on, without reading any of it as a spec. */
export function inputsDigest(
  generator: string,
  sources: ReadonlyMap<string, string>,
  templates: { readonly [name: string]: { readonly text: string } },
): string {
  const hash = createHash("sha256").update(`${generator}\n`);
  const parts = [
    ...[...sources].map(([file, text]) => ["spec", file, text] as const),
    ...Object.entries(templates).map(([name, { text }]) => ["template", name, text] as const),
  ].sort(([kindA, a], [kindB, b]) => (kindA + a < kindB + b ? -1 : 1));
  for (const [kind, name, text] of parts) hash.update(`${kind} ${JSON.stringify(name)} ${digestOf(lineFeeds(text))}\n`);
  return hash.digest("hex").slice(0, 32);
}

/** The manifest's text. */
export function manifestText(generator: string, inputs: string, files: ReadonlyMap<string, string>): string {
  const digests = [...files]
    .map(([path, text]) => [path, digestOf(text)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest: Manifest = { generator, inputs, files: Object.fromEntries(digests) };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A checkout with other line endings is the same checkout. */
function lineFeeds(text: string): string {
  return text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
}
