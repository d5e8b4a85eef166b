import { existsSync, type FSWatcher, watch } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { endInError } from "../end-in-error.js";
import { exitCode } from "../exit-code.js";
import { configFile, openProject } from "../project.js";
import { type GenerateOptions, generate } from "./generate.js";

/** Several writes of one editor's save are one change. */
const settleMs = 80;

/** Generates now and after every change of specs, templates or config, until it is interrupted. What is wrong is told, and watched on. */
export async function watchSpecs(root: string, options: GenerateOptions): Promise<number> {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  while (!interrupted.signal.aborted) {
    // Watching starts before reading, so that no change in between is missed.
    const { changed } = await startWatching(root, options, interrupted.signal);
    try {
      await generate(root, options);
    } catch (error) {
      await endInError(error, options.format);
    }
    await changed;
    await pause(settleMs, undefined, { signal: interrupted.signal }).catch(() => {});
  }
  return exitCode.ok;
}

/** Starts watching; `changed` resolves at the first change, or when interrupted. */
async function startWatching(
  root: string,
  options: GenerateOptions,
  signal: AbortSignal,
): Promise<{ readonly changed: Promise<void> }> {
  const project = await openProject(root, options).catch(() => null);
  const wanted = project ? [project.specs, ...(project.ownTemplates === null ? [] : [project.ownTemplates])] : [];
  const folders = wanted.filter((path) => existsSync(path));
  // Where a folder is missing, anything new may be it.
  const isMissing = folders.length < wanted.length;
  const watchers: FSWatcher[] = [];
  const changed = new Promise<void>((resolve) => {
    const tell = () => resolve();
    signal.addEventListener("abort", tell, { once: true });
    for (const folder of folders) watchers.push(watch(folder, { recursive: true }, tell));
    watchers.push(watch(root, (_, file) => (isMissing || file === configFile ? resolve() : undefined)));
    for (const watcher of watchers) watcher.on("error", tell);
  });
  const stop = () => {
    for (const watcher of watchers) watcher.close();
  };
  return { changed: changed.finally(stop) };
}
