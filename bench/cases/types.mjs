import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compilers } from "../harness/commands.mjs";
import { compare } from "../harness/compare.mjs";
import { plainFigure } from "../harness/figure.mjs";
import { runNode } from "../harness/process.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { exponentOf, median } from "../harness/statistics.mjs";
import { makeSpec } from "../specs/make-spec.mjs";
import { writeProject } from "../specs/write-specs.mjs";
import { coldRun } from "./generate.mjs";

const perSize = (sizes, of) => sizes.map((size) => ({ x: size, y: of(size) }));

/** What the compiler does with a program that links many tools. */
export function types({ quick, say }) {
  return withScratch(async (folder) => {
    const sizes = quick ? [10, 40] : [50, 100, 200, 400];
    const projects = new Map(sizes.map((size) => [size, join(folder, String(size))]));
    for (const [size, project] of projects) {
      say(`generating ${size} tools`);
      mkdirSync(project);
      writeProject(project, size, toolOf);
      await coldRun(project);
      writeProgram(project, size);
    }
    const seen = new Map();
    // Sizes are rounds' contestants too: a slow moment must not look like growth.
    const contestants = sizes.flatMap((size) =>
      ["5.9", "7.0"].map((version) => ({
        name: `tsc ${version}, ${size} linked tools`,
        role: "ours",
        async run() {
          const found = await check(compilers[version], projects.get(size));
          seen.set(`${version} ${size}`, [...(seen.get(`${version} ${size}`) ?? []), found]);
          return found.ms;
        },
      })),
    );
    const rounds = quick ? { rounds: 1, least: 1 } : { rounds: 3, budgetMs: 60_000 };
    const compared = await compare(contestants, { ...rounds, unit: "ms", warmUp: false, say });
    const mid = (version, member) => (size) => median(seen.get(`${version} ${size}`).map((one) => one[member]));
    const instantiations = perSize(sizes, mid("5.9", "instantiations"));
    const checkMs = perSize(sizes, mid("5.9", "checkMs"));
    const power = "as a power of the number of tools";
    return {
      id: "types",
      title: "Type checking linked tools",
      better: "less",
      work: "tsc --noEmit with strict flags over the generated code and a program that implements, links and calls every tool; the tools take turns in effect, approval and declared errors.",
      unequal: quick ? ["A quick run has few tools, so that what the compiler does anyway weighs more."] : [],
      ...compared,
      figures: [
        plainFigure("types/instantiations", `tsc 5.9, instantiations, ${power}`, exponentOf(instantiations)),
        plainFigure("types/check-time", `tsc 5.9, check time, ${power}`, exponentOf(checkMs)),
        plainFigure("types/check-time-7", `tsc 7.0, check time, ${power}`, exponentOf(perSize(sizes, mid("7.0", "checkMs")))),
        plainFigure("types/a-tool", "tsc 5.9, instantiations a tool, at most tools", instantiations.at(-1).y / sizes.at(-1)),
      ],
      growth: [
        { id: "types-instantiations", title: "Instantiations by number of linked tools", x: "tools", y: "instantiations", points: instantiations },
        { id: "types-time", title: "tsc 5.9 check time by number of linked tools", x: "tools", y: "ms", points: checkMs },
        { id: "types-time-7", title: "tsc 7.0 whole time by number of linked tools", x: "tools", y: "ms", points: perSize(sizes, mid("7.0", "ms")) },
      ],
    };
  });
}

const approval = { when: { required: ["note"] }, by: ["finance"] };
const policies = [
  { effect: "read" },
  { effect: "idempotent", approval: "never", errors: { no_such_thing: { description: "It is not there." } } },
  { effect: "keyed", approval, key: { from: "input", window: "24h", remembered: "24h" } },
  { effect: "reconcilable", approval: "never" },
  { effect: "once", approval: { ...approval, when: "always" } },
];

/** The n-th tool, with a policy that others have too: what is linked is as mixed as in a real catalog. */
function toolOf(n) {
  return { ...makeSpec(n), ...policies[n % policies.length] };
}

/** A program that links every tool of a generated folder, written from what its registry asks for. */
function writeProgram(project, size) {
  const effects = new Map(Array.from({ length: size }, (_, n) => [toolOf(n).name, toolOf(n).effect]));
  const registry = readFileSync(join(project, "generated", "registry.ts"), "utf8");
  const files = new Map();
  for (const [, list, from] of registry.matchAll(/import (?:type )?\{([^}]*)\} from "(\.\/tools\/[^"]+)"/g))
    for (const word of list.match(/\w+Tool\b/g) ?? []) files.set(word, from);
  const linked = [...registry.matchAll(/^\s+readonly (\w+): (\w+Tool);/gm)];
  const bodyOf = (name) => (effects.get(name) === "reconcilable" ? "{ run: later, reconcile: later }" : "later");
  const lines = [
    'import { createExecutor, generateApproverKeys } from "@toolwright/runtime";',
    'import { sqliteLedger } from "@toolwright/runtime/sqlite";',
    'import { registry } from "./generated/registry.js";',
    ...linked.map(([, , type]) => `import { ${type} } from "./generated/${files.get(type).slice(2)}";`),
    'const later = async () => { throw new Error("later"); };',
    "export const executor = createExecutor(registry, {",
    "  tools: {",
    ...linked.map(([, name, type]) => `    ${name}: new ${type}(${bodyOf(name)}),`),
    "  },",
    '  ledger: sqliteLedger("ledger.db"),',
    "  approvals: { finance: { ann: generateApproverKeys().publicKey } },",
    "});",
    ...linked.map(
      ([, name]) =>
        `export const ${name} = (input: Parameters<typeof executor.execute<"${name}">>[1]) => executor.execute("${name}", input, { tenant: "a", user: "u", thread: "t", callId: "c" });`,
    ),
  ];
  if (linked.length !== size) throw new Error("the registry does not name its tools in the form that the bench knows");
  writeFileSync(join(project, "program.ts"), lines.join("\n"));
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", lib: ["es2023"], types: [], noEmit: true, skipLibCheck: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts", "generated"] }));
}

async function check(tsc, project) {
  const { ms, output } = await runNode([tsc, "-p", project, "--extendedDiagnostics"]);
  const read = (label) => Number(output.match(new RegExp(`^${label}:\\s+([\\d.]+)`, "m"))?.[1]);
  return { ms, instantiations: read("Instantiations"), checkMs: read("Check time") * 1000 };
}
