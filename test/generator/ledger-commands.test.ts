import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, type Body, linkOne } from "../executor/one-tool.js";
import { openHandle } from "../ledger/open-handle.js";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";
import { postgresSchemaOne, sqliteSchemaOne } from "../ledger/schema-one.js";
import { runCli } from "./run-cli.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-ledger-cli-"));
const file = join(folder, "ledger.db");
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
  mkdirSync(join(folder, "node_modules", "@toolwright"), { recursive: true });
  symlinkSync(resolve("src/runtime"), join(folder, "node_modules/@toolwright/runtime"));
  symlinkSync(resolve("node_modules/pg"), join(folder, "node_modules/pg"));
  writeFileSync(
    join(folder, "toolwright.config.json"),
    '{ "ledger": "ledger.db", "executor": "./executor.mjs#executor" }',
  );
  writeFileSync(join(folder, "executor.mjs"), executorModule);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The same tool as `linkOne` links, as a project would export it. */
const executorModule = `
  import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";
  import { sqliteLedger } from "@toolwright/runtime/sqlite";
  const policy = { name: "work", title: "Work", description: "Does the work.", specDigest: "digest-1", effect: "once", key: null,
    retry: null, recover: { withinMs: 900_000, afterMs: 1_000 }, timeoutMs: 1_000, approval: "never", errors: {}, stores: {},
    trust: "verified", env: [], outputLimitBytes: 65_536 };
  const anything = () => ({ ok: true });
  const texts = (value) => typeof value === "string" ? { ok: true } : { ok: false, violations: [{ path: "", message: "must be string" }] };
  const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: texts });
  class Work extends TypedTool { policy = policy; contract = contract; }
  export const ledger = sqliteLedger(new URL("./ledger.db", import.meta.url).pathname);
  export const executor = createExecutor(defineRegistry(1, { tools: { work: { policy, contract } }, stores: {}, states: {} }),
    { tools: { work: new Work(async () => "done") }, ledger });
  export const opened = () => executor;
  export const openSoon = async () => executor;
  export const nothing = () => undefined;
`;

/** Runs calls whose bodies end as told, in the ledger of the project. */
async function made(calls: readonly string[], run: Body): Promise<void> {
  const executor = linkOne({ ledger: sqliteLedger(file), run });
  for (const call of calls) await executor.execute("work", { n: 1 }, as(call));
  await executor.close();
}

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await runCli(folder, "ledger", ...args, "--json");
  expect(stderr).toBe("");
  return { code, ...JSON.parse(stdout) };
};

describe("migrate", () => {
  test("--check makes nothing and says what is missing; migrate does it; then there is nothing to do", async () => {
    expect(await json("migrate", "--check")).toMatchObject({ code: 1, found: 0, migrated: false, diagnostics: [] });
    expect(existsSync(file)).toBe(false);
    const made = await json("migrate");
    expect(made).toMatchObject({ code: 0, found: 0, migrated: true });
    expect(await json("migrate", "--check")).toMatchObject({ code: 0, found: made.current, migrated: false });
  });

  test("an older schema is told from the current one, and left alone by --check", async () => {
    const old = join(folder, "old.db");
    const handle = openHandle(old);
    handle.exec(sqliteSchemaOne);
    handle.close();
    for (let look = 0; look < 2; look++)
      expect(await json("migrate", "--check", "--ledger", "old.db")).toMatchObject({ code: 1, found: 1 });
    expect(await json("migrate", "--ledger", "old.db")).toMatchObject({ code: 0, found: 1, migrated: true });
    expect(await json("migrate", "--check", "--ledger", "old.db")).toMatchObject({ code: 0 });
  });

  test("on PostgreSQL, its address in a variable", async () => {
    const pool = await server.pool("cli");
    await pool.query(postgresSchemaOne);
    const { port, password } = server;
    process.env.CLI_LEDGER = `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?options=-c%20search_path%3Dcli`;
    const { code, stdout } = await runCli(folder, "ledger", "migrate", "--check", "--ledger", "$CLI_LEDGER");
    expect(code).toBe(1);
    expect(stdout).toContain("schema 1; this code needs schema");
    expect(stdout).not.toContain(encodeURIComponent(password));
    expect(await json("migrate", "--ledger", "$CLI_LEDGER")).toMatchObject({ code: 0, found: 1, migrated: true });
    expect(await postgresLedger(pool).schema()).toMatchObject({ found: expect.any(Number) });
    expect(await json("ls", "--ledger", "$CLI_LEDGER")).toMatchObject({ code: 0, executions: [], next: null });
  });
});

describe("looking, resolving and keeping", () => {
  beforeAll(async () => {
    await made(["c1", "c2", "c3"], async () => "done");
    await made(["lost", "lost too"], async () => {
      throw new Error("connection reset");
    });
  });

  test("ls lists page by page, and by status", async () => {
    const first = await json("ls", "--limit", "2");
    expect(first.executions).toMatchObject([{ callId: "c1", status: "succeeded" }, { callId: "c2" }]);
    expect((await json("ls", "--limit", "2", "--after", first.next)).executions).toMatchObject([{ callId: "c3" }, {}]);
    const doubts = await json("ls", "--status", "in_doubt");
    expect(doubts.executions).toMatchObject([{ callId: "lost" }, { callId: "lost too" }]);
    expect((await runCli(folder, "ledger", "ls")).stdout).toMatch(/in_doubt {11}work {2}\S+\/lost$/m);
  });

  test("show tells everything about one call, by its name or its key, and says where there is none", async () => {
    const { tenant, thread } = as("lost");
    const found = await json("show", "lost", "--tenant", String(tenant), "--thread", thread);
    expect(found).toMatchObject({ code: 0, execution: { status: "in_doubt", input: { n: 1 } } });
    expect(found.trail.map(({ kind }: { kind: string }) => kind)).toContain("in_doubt");
    expect(await json("show", "--key", found.execution.key)).toMatchObject({ execution: found.execution });
    expect(await json("show", "nobody", "--thread", "t")).toMatchObject({ code: 1, execution: null });
    expect(await runCli(folder, "ledger", "show")).toMatchObject({ code: 2 });
  });

  test("show and resolve take a call as ls prints it", async () => {
    const listed = (await runCli(folder, "ledger", "ls")).stdout;
    const [, named = ""] = / (\S+\/lost)$/m.exec(listed) ?? [];
    expect(await json("show", named)).toMatchObject({ code: 0, execution: { callId: "lost" } });
    const found = ["--verdict", "happened", "--output", "7", "--by", "ann", "--evidence", "asked"];
    expect(await json("resolve", named, ...found)).toMatchObject({ code: 1, reason: "invalid_output" });
    for (const [call, said] of [
      ["lost", "tenant/thread/call"],
      ["a/b/c/d", "too many slashes"],
    ] as const)
      for (const args of [
        ["show", call],
        ["resolve", call, ...found],
      ])
        expect(await runCli(folder, "ledger", ...args)).toMatchObject({
          code: 2,
          stderr: expect.stringContaining(said),
        });
    expect(await runCli(folder, "ledger", "show", named, "--tenant", "other")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("not of other"),
    });
  });

  test("resolve writes what a person found out, through the executor's own checks", async () => {
    const { tenant, thread } = as("lost");
    const named = ["--tenant", String(tenant), "--thread", thread, "--by", "ann", "--evidence", "asked the bank"];
    const refused = await json("resolve", "lost", ...named, "--verdict", "happened", "--output", "7");
    expect(refused).toMatchObject({ code: 1, status: "refused", reason: "invalid_output" });
    const resolved = await json("resolve", "lost", ...named, "--verdict", "happened", "--output", '"paid"');
    expect(resolved).toMatchObject({ code: 0, status: "resolved", now: "succeeded" });
    expect(await json("resolve", "lost", ...named, "--verdict", "abandon")).toMatchObject({
      code: 1,
      reason: "not_open",
    });
    const { execution, trail } = await json("show", "lost", "--tenant", String(tenant), "--thread", thread);
    expect(execution.outcome).toEqual({ kind: "succeeded", output: "paid" });
    expect(trail.at(-1)).toMatchObject({ kind: "resolved", detail: { by: "ann", evidence: "asked the bank" } });
    expect(await runCli(folder, "ledger", "resolve", "lost", ...named, "--verdict", "happened")).toMatchObject({
      code: 2,
    });
  });

  test.each(["opened", "openSoon"])("resolve takes a function that gives the executor: %s", async (name) => {
    const found = ["--thread", "t", "--verdict", "abandon", "--by", "ann", "--evidence", "asked"];
    const said = await json("resolve", "nobody", ...found, "--executor", `./executor.mjs#${name}`);
    expect(said).toMatchObject({ code: 1, status: "refused" });
    expect(
      await runCli(folder, "ledger", "resolve", "c1", ...found, "--executor", "./executor.mjs#nothing"),
    ).toMatchObject({ code: 2, stderr: expect.stringContaining("is not an executor") });
  });

  test("prune leaves tombstones of what is old enough, and nothing else", async () => {
    expect(await json("prune")).toMatchObject({ code: 0, executions: 0 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await json("prune", "--older-than", "1ms")).toMatchObject({ code: 0, executions: 4 });
    expect((await json("ls")).executions).toMatchObject([{ callId: "lost too" }]);
    expect(await runCli(folder, "ledger", "prune", "--older-than", "soon")).toMatchObject({ code: 2 });
  });

  test("erase asks, names what is unprotected, and needs a person while something is open", async () => {
    const { tenant, user } = as("c1");
    const whose = ["--tenant", String(tenant), "--user", String(user)];
    expect(await runCli(folder, "ledger", "erase", ...whose)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--yes"),
    });
    const erased = await json("erase", ...whose, "--yes");
    expect(erased).toMatchObject({ code: 3, open: [{ callId: "lost too", status: "in_doubt" }] });
    expect(erased.unprotected).toHaveLength(4);
  });

  test("a ledger may be a module's export", async () => {
    expect(await json("ls", "--ledger", "./executor.mjs#ledger")).toMatchObject({ code: 0, executions: [{}] });
    expect(await runCli(folder, "ledger", "ls", "--ledger", "./executor.mjs#executor")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is not a ledger"),
    });
  });
});

test.each([
  [["ls", "--ledger", "nowhere.db"], "There is no ledger nowhere.db."],
  [["ls", "--ledger", "$NOBODY_SET_THIS"], "The environment variable NOBODY_SET_THIS is not set."],
  [["ls", "--ledger", "toolwright.config.json"], "not a SQLite database"],
  [["ls", "--ledger", "postgres://postgres@127.0.0.1:1/x"], "could not be reached"],
  [["ls", "--ledger", "./gone.js#ledger"], "There is no ./gone.js."],
])("%j ends with exit code 2 and says why", async (args, said) => {
  expect(await runCli(folder, "ledger", ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});

test("without a ledger in the config, it says how to name one", async () => {
  const bare = mkdtempSync(join(folder, "bare-"));
  expect(await runCli(bare, "ledger", "ls")).toMatchObject({ code: 2, stderr: expect.stringContaining("--ledger") });
});
