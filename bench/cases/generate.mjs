import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandOf, compilers, toolwright } from "../harness/commands.mjs";
import { broken } from "../harness/case-process.mjs";
import { compare, firstLine } from "../harness/compare.mjs";
import { figure, plainFigure } from "../harness/figure.mjs";
import { runNode } from "../harness/process.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { specFile, writeOpenApi, writeProject, writeSchemas } from "../specs/write-specs.mjs";

const path = (file) => fileURLToPath(new URL(file, import.meta.url));
const names = {
  cold: "Toolwright, cold",
  noop: "Toolwright, nothing changed",
  one: "Toolwright, one spec changed",
  json2ts: "json2ts CLI, types only",
  openapi: "openapi-typescript, types only",
  heyApi: "hey-api, types + zod",
  quicktype: "quicktype, types + converters",
  floor: "read + parse + write",
  node: "node -e 0",
};

/** Whole processes over the same specs: ours, other generators, and the least any could do. */
export function generate({ quick, say }) {
  return withScratch(async (folder) => {
    const count = quick ? 30 : 1_000;
    const project = join(folder, "project");
    mkdirSync(project);
    const bytes = writeProject(project, count);
    const schemas = join(folder, "schemas");
    writeSchemas(schemas, count);
    const openApi = join(folder, "openapi.json");
    writeOpenApi(openApi, count);
    const out = (name) => join(folder, `out-${name}`);
    const timed = async (args, cwd = folder, more = {}) => (await runNode(args, { cwd, ...more })).ms;
    const afresh = (name, args, more) => {
      rmSync(out(name), { recursive: true, force: true });
      return timed(args, folder, more);
    };
    let edits = 0;
    const peaks = [];
    const timedCold = async () => {
      const { ms, peakMb } = await coldRun(project);
      peaks.push(peakMb);
      return ms;
    };
    const contestants = [
      { name: names.cold, role: "ours", run: timedCold },
      { name: names.noop, role: "ours", run: () => timed([toolwright, "generate"], project) },
      {
        name: names.one,
        role: "ours",
        run() {
          const file = specFile(project, 0);
          const spec = JSON.parse(readFileSync(file, "utf8"));
          spec.description = `Edited ${++edits} times.`;
          writeFileSync(file, JSON.stringify(spec, null, 2));
          return timed([toolwright, "generate"], project);
        },
      },
      {
        name: names.json2ts,
        role: "peer",
        run: () =>
          afresh("json2ts", [commandOf("json-schema-to-typescript", "json2ts"), "-i", schemas, "-o", out("json2ts")]),
      },
      {
        name: names.openapi,
        role: "peer",
        run: () => afresh("oat.ts", [commandOf("openapi-typescript", "openapi-typescript"), openApi, "-o", out("oat.ts")]),
      },
      {
        name: names.heyApi,
        role: "peer",
        run: () =>
          afresh("hey", [
            ...[commandOf("@hey-api/openapi-ts", "openapi-ts"), "-i", openApi, "-o", out("hey")],
            ...["-p", "@hey-api/typescript", "zod"],
          ]),
      },
      {
        name: names.quicktype,
        role: "peer",
        // It joins all schemas into one and takes minutes for a thousand; the others must get their turn.
        run: () =>
          afresh(
            "qt.ts",
            [
              ...[commandOf("quicktype", "quicktype"), "-s", "schema", schemas],
              ...["--lang", "ts", "-o", out("qt.ts")],
            ],
            { limitMs: 45_000 },
          ),
      },
      { name: names.floor, role: "floor", run: () => afresh("floor", [path("../peers/read-parse-write.mjs"), join(project, "tool-specs"), out("floor")]) },
      { name: names.node, role: "floor", run: () => timed(["-e", "0"]) },
    ];
    const compared = await compare(contestants, { rounds: quick ? 1 : 3, budgetMs: 100_000, least: 1, unit: "ms", warmUp: false, say });
    const { measures } = compared;
    say("registry");
    // Whatever becomes of it, the minutes before are not lost.
    const registry = await compareRegistries(folder, project, quick ? 3 : 7).catch((error) => broken("registry", firstLine(error)));
    return [
      {
        id: "generate",
        title: `Generating ${count} specs of ${(bytes / 1024).toFixed(1)} KB`,
        better: "less",
        work: "A whole process from specs on disk to files on disk.",
        unequal: [
          "Ours writes types, a class, a validator and a policy a tool, and a registry; json2ts and openapi-typescript write types only; hey-api writes types and zod schemas; quicktype writes types and converters.",
          "json2ts and quicktype read inputs and outputs as bare schemas, openapi-typescript and hey-api as one OpenAPI document.",
          ...(quick ? ["A quick run has few specs, so that the time to start a process weighs more."] : []),
        ],
        ...compared,
        figures: [
          figure("generate/json2ts", measures, names.cold, names.json2ts),
          figure("generate/openapi-typescript", measures, names.cold, names.openapi),
          figure("generate/hey-api", measures, names.cold, names.heyApi),
          figure("generate/quicktype", measures, names.cold, names.quicktype),
          figure("generate/floor", measures, names.cold, names.floor),
          figure("generate/no-op", measures, names.noop, names.node),
          figure("generate/one-changed", measures, names.one, names.noop),
          plainFigure("generate/memory-mb", "peak memory, MB", Math.max(...peaks)),
        ],
      },
      ...[registry].flat(),
    ];
  });
}

/** One cold run of our generator, with its peak memory. */
export async function coldRun(project) {
  rmSync(join(project, "generated"), { recursive: true, force: true });
  rmSync(join(project, ".toolwright"), { recursive: true, force: true });
  const file = join(project, "memory.txt");
  const env = { ...process.env, TOOLWRIGHT_BENCH_MEMORY: file };
  const preload = new URL("../harness/report-memory.mjs", import.meta.url).href;
  const { ms } = await runNode(["--import", preload, toolwright, "generate"], { cwd: project, env });
  return { ms, peakMb: Number(readFileSync(file, "utf8")) };
}

async function compareRegistries(folder, project, rounds) {
  const single = join(folder, "single");
  mkdirSync(single);
  writeProject(single, 1);
  await coldRun(single);
  for (const one of [project, single]) await build(one);
  const importing = (one) => async () => {
    const { output } = await runNode([path("../peers/import-registry.mjs"), join(one, "js", "registry.js")]);
    return JSON.parse(output).ms;
  };
  const compiling = async () => {
    const { output } = await runNode([path("../peers/compile-ajv.mjs"), join(project, "tool-specs")]);
    return JSON.parse(output).ms;
  };
  const [all, alone, ajv] = ["all tools", "one tool", "ajv at run time, all tools"];
  const compared = await compare(
    [
      { name: all, role: "ours", run: importing(project) },
      { name: alone, role: "ours", run: importing(single) },
      { name: ajv, role: "peer", run: compiling },
    ],
    { rounds, budgetMs: 25_000, unit: "ms", warmUp: false },
  );
  return {
    id: "registry",
    title: "Importing the registry and validating one input",
    better: "less",
    work: "Import of the generated registry in a fresh process, then one validation; the start of Node itself is not counted.",
    unequal: ["ajv compiles the input of every tool before the first call, as a server does that finds its schemas at run time; ours loads a tool's validators when it is first called."],
    ...compared,
    figures: [
      figure("generate/registry", compared.measures, all, alone),
      figure("generate/registry-ajv", compared.measures, all, ajv),
    ],
  };
}

/** Compiles a generated folder to JavaScript without checking types: only running it is of interest here. */
async function build(project) {
  const options = { module: "nodenext", target: "es2022", noCheck: true, outDir: "js", rootDir: "generated", types: [], sourceMap: false };
  const file = join(project, "tsconfig.json");
  writeFileSync(file, JSON.stringify({ compilerOptions: options, include: ["generated"] }));
  await runNode([compilers["7.0"], "-p", file]);
}
