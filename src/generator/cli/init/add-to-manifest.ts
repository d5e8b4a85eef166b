/** What a package.json must have, by section; `type` only where there was no package.json worth the name. */
export interface Additions {
  readonly type?: "module";
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

type Section = Record<string, string>;
type Manifest = Record<string, unknown> & { [S in "scripts" | "dependencies" | "devDependencies"]?: Section };

/** What `npm init` writes for a test; it stands for having none. */
const noTest = 'echo "Error: no test specified" && exit 1';

/** Adds what is missing and changes nothing that is there; `added` names it, for people. */
export function addToManifest(
  text: string | null,
  additions: Additions,
): { readonly text: string; readonly added: readonly string[] } {
  const manifest: Manifest = text === null ? { private: true } : JSON.parse(text.replace(/^\uFEFF/, ""));
  const added: string[] = [];
  if (additions.type !== undefined && manifest.type === undefined) {
    manifest.type = additions.type;
    added.push(`"type": "${additions.type}"`);
  }
  const installed = { ...manifest.dependencies, ...manifest.devDependencies };
  for (const section of ["scripts", "dependencies", "devDependencies"] as const)
    for (const [name, value] of Object.entries(additions[section])) {
      const there = section === "scripts" ? (manifest.scripts ?? {}) : installed;
      if (Object.hasOwn(there, name) && there[name] !== noTest) continue;
      manifest[section] = { ...manifest[section], [name]: value };
      added.push(section === "scripts" ? `the script "${name}"` : `${name} in ${section}`);
    }
  if (added.length === 0 && text !== null) return { text, added };
  // As npm itself does it: the indentation stays, the rest is plain JSON.
  const indent = /^[{[]\r?\n([ \t]+)/.exec(text ?? "")?.[1] ?? 2;
  const lines = `${JSON.stringify(manifest, null, indent)}\n`;
  return { text: text?.includes("\r\n") ? lines.replaceAll("\n", "\r\n") : lines, added };
}
