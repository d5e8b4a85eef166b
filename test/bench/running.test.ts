import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";

const part = (name: string) => import(new URL(`../../bench/harness/${name}.mjs`, import.meta.url).href);
const main = fileURLToPath(new URL("../../bench/main.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-test-"));
// Temporary folders of other processes are not this test's business.
process.env.TMPDIR = folder;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scratches = () => readdirSync(folder).filter((name) => name.startsWith("toolwright-bench-"));

describe("a case", () => {
  it("that takes too long is ended, told with the reason, and leaves no folder behind", async () => {
    const { runCaseProcess } = await part("case-process");
    const before = scratches();
    const slow = { file: "startup", name: "startup", isQuick: false, limitMs: 300 };
    const [found] = await runCaseProcess(slow);
    expect(found.absent).toEqual([{ name: "startup", reason: expect.stringContaining("so it was ended") }]);
    expect(scratches().filter((name) => !before.includes(name))).toEqual([]);
  });

  it("that breaks is told with its error", async () => {
    const { runCaseProcess } = await part("case-process");
    const [found] = await runCaseProcess({ file: "no-such-case", name: "none", isQuick: true, limitMs: 30_000 });
    expect(found.measures).toEqual([]);
    expect(found.absent[0].reason).toMatch(/no-such-case/);
  });
});

describe("a peer that cannot be installed", () => {
  it("is named as such, and does not keep the others away", { timeout: 60_000 }, async () => {
    const { missingPeers } = await part("missing-peers");
    const { versions } = await part("machine");
    mkdirSync(join(folder, "here"));
    writeFileSync(join(folder, "here", "package.json"), JSON.stringify({ name: "here", version: "1.0.0" }));
    const peers = { here: "file:./here", "not-to-be-had": "9.9.9" };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "b", optionalDependencies: peers }));
    // Port 9 discards: no registry answers there.
    const nowhere = ["--registry", "http://127.0.0.1:9", "--fetch-retries", "0", "--no-audit", "--no-fund"];
    spawnSync("npm", ["install", ...nowhere], { cwd: folder, shell: process.platform === "win32" });
    expect(existsSync(join(folder, "node_modules", "here", "package.json"))).toBe(true);
    const home = pathToFileURL(`${folder}/`);
    expect(missingPeers(home)).toContainEqual({ name: "not-to-be-had", wanted: "9.9.9", found: null });
    expect(versions(home)).toContain("not-to-be-had NOT INSTALLED");
  });
});

describe("the command", () => {
  it("prints one object for machines, and its exit tells whether a target is missed", { timeout: 120_000 }, () => {
    const run = spawnSync(process.execPath, [main, "startup", "--quick", "--json", "--check"], { encoding: "utf8" });
    const { cases, judged, tookSeconds } = JSON.parse(run.stdout);
    expect(cases.map(({ id }: { id: string }) => id)).toEqual(["startup"]);
    expect(cases[0].measures.map(({ role }: { role: string }) => role)).toEqual(["ours", "ours", "floor"]);
    const isShort = judged.some(({ verdict }: { verdict: string }) => verdict === "short" || verdict === "unmeasured");
    expect(run.status).toBe(isShort ? 1 : 0);
    expect(tookSeconds).toBeLessThan(120);
  });

  it("refuses a suite that there is not", () => {
    const run = spawnSync(process.execPath, [main, "coffee"], { encoding: "utf8" });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain('no suite "coffee"; there are call, startup, types, ledger, generate.');
  });
});
