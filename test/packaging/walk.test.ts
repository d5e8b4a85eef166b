import { exec } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packBoth } from "./pack-both.js";
import { run } from "./run.js";

/** What the README says to do in an empty folder: a file to write, or a command and what it says of it. */
type Step = { readonly file: string; readonly text: string } | { readonly command: string; readonly said: string };

const [, section = ""] =
  /\nThen, in an empty folder[\s\S]*?(\n```[\s\S]*?)\nWhen specs change/.exec(readFileSync("README.md", "utf8")) ?? [];
const steps: readonly Step[] = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(
  ([, language = "", block = ""]): readonly Step[] => {
    if (language !== "sh") {
      const [, file = "", text = ""] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(block) ?? [];
      return [{ file, text }];
    }
    return block
      .trim()
      .split("\n")
      .map((line) => {
        const [, command = "", said = ""] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
        return { command: command.trim(), said };
      });
  },
);

const home = mkdtempSync(join(tmpdir(), "toolwright-walk-"));
beforeAll(async () => {
  const { runtime } = await packBoth(home);
  cpSync(dirname(runtime), join(home, "toolwright"), { recursive: true });
}, 300_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("from an empty folder, doing only what the README says", () => {
  test("it says enough to be followed", () => {
    expect(steps.length).toBeGreaterThan(12);
  });

  test("works with npm", async () => walk(join(home, "with-npm"), (command) => command), 600_000);

  test("works with pnpm", async ({ skip }) => {
    skip(!process.env.TOOLWRIGHT_DEEP, "the same walk as with npm, on another client: npm run test:deep");
    const tools = join(home, "pnpm");
    mkdirSync(tools);
    writeFileSync(join(tools, "package.json"), "{}");
    const had = await run(tools, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "pnpm@9").then(
      () => true,
      () => false,
    );
    skip(!had, "pnpm is not to be had from the registry");
    const pnpm = `"${process.execPath}" "${join(tools, "node_modules/pnpm/bin/pnpm.cjs")}"`;
    await walk(join(home, "with-pnpm"), (command) =>
      command
        .replace(/^npm install (?=\S)/, `${pnpm} add `)
        .replace(/^npx /, `${pnpm} exec `)
        .replace(/^npm /, `${pnpm} `),
    );
  }, 600_000);
});

/** Takes every step; where the README says what comes of it, that is what must come. */
async function walk(project: string, translate: (command: string) => string): Promise<void> {
  mkdirSync(project);
  for (const step of steps) {
    if ("file" in step) {
      writeFileSync(join(project, step.file), step.text);
      continue;
    }
    const { code, said } = await shell(project, translate(step.command));
    const told = `${step.command}\n${said}`;
    if (step.said.startsWith("killed")) expect(code, told).not.toBe(0);
    else expect(code, told).toBe(0);
    for (const [word] of step.said.matchAll(/replayed: (?:true|false)|succeeded/g)) expect(told).toContain(word);
  }
}

function shell(cwd: string, command: string): Promise<{ readonly code: number; readonly said: string }> {
  const env = {
    ...process.env,
    npm_config_prefer_offline: "true",
    npm_config_fund: "false",
    npm_config_audit: "false",
  };
  return new Promise((resolve) =>
    exec(command, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? 1) : 0, said: stdout + stderr }),
    ),
  );
}
