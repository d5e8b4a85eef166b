import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of a few megabytes that can be filled and freed, and shown elsewhere as read-only, for real. */
export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  free(): void;
  /** The same files on a path that nothing can be written to. */
  readOnly(): string;
  remove(): void;
}

/** Mounts one, or says why that is not possible here. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "mounting a disk takes Linux and root";
  const folder = mkdtempSync(join(tmpdir(), "toolwright-disk-"));
  const mounted = [folder];
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmdirSync(folder);
    return "this machine does not let anybody mount a disk";
  }
  // PostgreSQL runs under a user of its own, who must get in.
  chmodSync(folder, 0o777);
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
    },
    free: () => rmSync(filler, { force: true }),
    readOnly() {
      const view = mkdtempSync(join(tmpdir(), "toolwright-disk-"));
      mounted.push(view);
      execFileSync("mount", ["--bind", "-o", "ro", folder, view]);
      return view;
    },
    remove() {
      for (const path of mounted) {
        execFileSync("umount", ["-l", path]);
        rmdirSync(path);
      }
    },
  };
}
