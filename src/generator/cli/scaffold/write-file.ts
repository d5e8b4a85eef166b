import { linkSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file that is not there yet, whole or not at all; one that is there makes it fail. */
export function writeNew(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text);
    // A rename would replace what somebody else wrote meanwhile; a link fails.
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Gives a file another text, whole or not at all; what a link leads to is changed, not the link. */
export function replaceText(path: string, text: string): void {
  const target = realpathSync(path);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: statSync(target).mode });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { force: true });
  }
}
