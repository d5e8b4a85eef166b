import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compilers } from "../harness/commands.mjs";
import { plainFigure } from "../harness/figure.mjs";
import { runNode } from "../harness/process.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { exponentOf, summarise } from "../harness/statistics.mjs";
import { writeProject } from "../specs/write-specs.mjs";
import { coldRun } from "./generate.mjs";

/** What the compiler does with a program that links many tools. */
export function types({ quick, say }) {
  return withScratch(async (folder) => {
    const sizes = quick ? [10, 20, 40] : [50, 100, 200, 400];
    const rounds = quick ? 1 : 2;
    const points = [];
    for (const size of sizes) {
      const project = join(folder, String(size));
      mkdirSync(project);
      writeProject(project, size);
      await coldRun(project);
      writeProgram(project);
      const samples = [];
      for (let round = 0; round < rounds; round++) {
        say(`${size} tools, round ${round + 1} of ${rounds}`);
        samples.push(await check(project));
      }
      points.push({ size, samples });
    }
    const of = (member) => points.map(({ size, samples }) => ({ x: size, y: summarise(samples.map((one) => one[member])).median }));
    const measures = points.map(({ size, samples }) => {
      const ms = samples.map((sample) => sample.ms);
      const note = `${samples[0].instantiations} instantiations`;
      return { name: `tsc 5.9, ${size} linked tools`, role: "ours", unit: "ms", note, samples: ms, ...summarise(ms) };
    });
    return {
      id: "types",
      title: "Type checking linked tools",
      better: "less",
      work: "tsc --noEmit with strict flags over the generated code and a program that implements and links every tool.",
      unequal: [],
      measures,
      absent: [],
      figures: [
        plainFigure("types/instantiations", "instantiations, as a power of the number of tools", exponentOf(of("instantiations"))),
        plainFigure("types/check-time", "check time, as a power of the number of tools", exponentOf(of("checkMs"))),
      ],
      growth: [
        { id: "types-instantiations", title: "Instantiations by number of linked tools", x: "tools", y: "instantiations", points: of("instantiations") },
        { id: "types-time", title: "tsc time by number of linked tools", x: "tools", y: "ms", points: of("ms") },
      ],
    };
  });
}

/** A program that links every tool of a generated folder, written from what its registry asks for. */
function writeProgram(project) {
  const registry = readFileSync(join(project, "generated", "registry.ts"), "utf8");
  const files = new Map();
  for (const [, list, from] of registry.matchAll(/import \{([^}]*)\} from "(\.\/tools\/[^"]+)"/g))
    for (const word of list.match(/\w+Tool\b/g) ?? []) files.set(word, from);
  const linked = [...registry.matchAll(/^\s+readonly (\w+): (\w+Tool);/gm)];
  const lines = [
    'import { createExecutor, memoryLedger } from "@toolwright/runtime";',
    'import { registry } from "./generated/registry.js";',
    ...linked.map(([, , type]) => `import { ${type} } from "./generated/${files.get(type).slice(2)}";`),
    "const later = async () => { throw new Error(\"later\"); };",
    "export const executor = createExecutor(registry, {",
    "  tools: {",
    ...linked.map(([, name, type]) => `    ${name}: new ${type}(later),`),
    "  },",
    "  ledger: memoryLedger(),",
    "});",
    ...linked.map(([, name]) => `export const ${name} = (input: Parameters<typeof executor.execute<"${name}">>[1]) => executor.execute("${name}", input, { tenant: "a", thread: "t", callId: "c" });`),
  ];
  if (linked.length === 0) throw new Error("the registry names no tools in the form that the bench knows");
  writeFileSync(join(project, "program.ts"), lines.join("\n"));
  const compilerOptions = {
    ...{ target: "es2022", module: "nodenext", lib: ["es2023"], types: [], noEmit: true, skipLibCheck: true },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  };
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["program.ts", "generated"] }));
}

async function check(project) {
  const { ms, output } = await runNode([compilers["5.9"], "-p", project, "--extendedDiagnostics"]);
  const read = (label) => Number(output.match(new RegExp(`^${label}:\\s+([\\d.]+)`, "m"))?.[1]);
  return { ms, instantiations: read("Instantiations"), checkMs: read("Check time") * 1000 };
}
