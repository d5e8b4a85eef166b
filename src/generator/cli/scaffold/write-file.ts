import { mkdirSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file that is not there yet; one that is there makes it fail. */
export function writeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { flag: "wx" });
}

/** Gives a file another text, whole or not at all; what a link leads to is changed, not the link. */
export function replaceText(path: string, text: string): void {
  const target = realpathSync(path);
  const draft = `${target}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: statSync(target).mode });
  renameSync(draft, target);
}
