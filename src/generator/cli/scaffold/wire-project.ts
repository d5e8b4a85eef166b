import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "../exit-code.js";
import { shownPath } from "../rebase.js";
import { modulePath } from "./module-path.js";
import { type Link, propertyText, type Wired, wireTool } from "./wire-tool.js";

/** How a tool comes to be linked: by changing one file, not at all, or by its author. */
export type Wiring =
  | { readonly kind: "change"; readonly path: string; readonly before: string; readonly text: string }
  | { readonly kind: "linked already"; readonly path: string }
  | { readonly kind: "advice"; readonly advice: string };

/** What is linked, and where the project is. */
export interface Unlinked {
  readonly root: string;
  readonly out: string;
  readonly name: string;
  readonly constName: string;
  readonly implementation: string;
  /** The only file to look at, if it was named. */
  readonly wire: string | undefined;
  /** Whether the implementation exports the tool itself. */
  readonly isLinkable: boolean;
}

/** Refuses a `--wire` that names no file, before anything is written. */
export function wiringFile(root: string, wire: string): readonly [path: string, text: string] {
  const path = resolve(root, wire);
  if (!existsSync(path))
    throw new UsageError(`There is no file ${wire}.`, "--wire names the file that calls createExecutor.");
  return [path, readFileSync(path, "utf8")];
}

/** Links a tool in the one file that creates the executor, or says what to write where. */
export function wireProject(files: ReadonlyMap<string, string>, unlinked: Unlinked): Wiring {
  const { root, out, implementation } = unlinked;
  const linkFrom = (path: string): Link => ({ ...unlinked, module: modulePath(path, implementation) });
  const tried = [...files]
    .filter(([, text]) => text.includes("createExecutor"))
    .map(([path, text]) => follow(path, text, wireTool(text, linkFrom(path))))
    .filter(({ wired }) => wired.kind !== "no call");
  // What a spread brings in may be written anywhere; a link that is there is not made again.
  const there = [...files].find(([, text]) => linkPattern(unlinked).test(text));
  if (there) return { kind: "linked already", path: there[0] };
  const ofThisRegistry = tried.filter(({ path, text }) => importsRegistry({ path, text }, out));
  const candidates = ofThisRegistry.length > 0 ? ofThisRegistry : tried;
  const [file, another] = candidates.map(({ target, ...each }) => target ?? each);
  const done = candidates.find(({ wired }) => wired.kind === "wired already");
  if (done) return { kind: "linked already", path: done.path };
  if (!file) return { kind: "advice", advice: wholeExecutor(linkFrom(join(root, "src", "executor.ts")), unlinked) };
  const shown = shownPath(root, file.path);
  if (another) {
    const all = candidates.map(({ path }) => shownPath(root, path)).join(", ");
    return {
      kind: "advice",
      advice: `Several files create an executor: ${all}. Say which with --wire, or write there:\n${lines(linkFrom(file.path))}`,
    };
  }
  const why = reasonNotTo(file.wired, unlinked);
  if (why !== null || file.wired.kind !== "wired")
    return { kind: "advice", advice: `${shown} was left alone: ${why}. Write there:\n${lines(linkFrom(file.path))}` };
  return { kind: "change", path: file.path, before: file.text, text: file.wired.text };

  /** Where the tools are an object of another file, that file is the one to change. */
  function follow(path: string, text: string, wired: Wired, depth = 0): Tried {
    if (wired.kind !== "elsewhere") return { path, text, wired };
    const base = resolve(dirname(path), wired.module).replace(/\.([cm]?)js$/, ".$1ts");
    const places = [base, `${base}.ts`, join(base, "index.ts")];
    const [holder, held] = [...files].find(([each]) => places.includes(each)) ?? [];
    if (holder === undefined || held === undefined || depth > 4)
      return { path, text, wired: { kind: "cannot", why: `"tools" come from ${wired.module}, which was not found` } };
    const { target, ...last } = follow(holder, held, wireTool(held, linkFrom(holder), wired.name), depth + 1);
    return { path, text, wired: last.wired, target: target ?? last };
  }
}

interface Tried {
  readonly path: string;
  readonly text: string;
  readonly wired: Wired;
  readonly target?: Tried;
}

function linkPattern({ name, constName }: Unlinked): RegExp {
  return new RegExp(`(?:["']${name}["']|\\b${name})\\s*:\\s*${constName}\\b`);
}

function reasonNotTo(wired: Wired, { root, implementation, constName, isLinkable }: Unlinked): string | null {
  if (wired.kind === "cannot") return wired.why;
  return isLinkable ? null : `${shownPath(root, implementation)} does not export ${constName} as a finished tool`;
}

function importsRegistry({ path, text }: { readonly path: string; readonly text: string }, out: string): boolean {
  return [...text.matchAll(/from\s*["'](\.[^"']*)["']/g)].some(
    ([, module = ""]) => resolve(dirname(path), module).replace(/\.[jt]s$/, "") === join(out, "registry"),
  );
}

function lines(link: Link): string {
  return `  import { ${link.constName} } from "${link.module}";\n  createExecutor(registry, { tools: { …, ${propertyText(link, '"')} } })`;
}

function wholeExecutor(link: Link, { root, out, wire }: Unlinked): string {
  const registry = modulePath(join(root, "src", "executor.ts"), join(out, "registry.ts"));
  const nothing =
    wire === undefined ? "No file of yours calls createExecutor yet" : `${wire} does not call createExecutor`;
  return `${nothing}. Write, for example in src/executor.ts:
  import { createExecutor } from "@toolwright/runtime";
  import { registry } from "${registry}";
  import { ${link.constName} } from "${link.module}";
  export const executor = createExecutor(registry, { tools: { ${propertyText(link, '"')} }, … });`;
}
