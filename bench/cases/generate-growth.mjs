import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { plainFigure } from "../harness/figure.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { exponentOf, summarise } from "../harness/statistics.mjs";
import { writeProject } from "../specs/write-specs.mjs";
import { coldRun } from "./generate.mjs";

/** How generating grows with the number of specs. */
export function generateGrowth({ quick, say }) {
  return withScratch(async (folder) => {
    const sizes = quick ? [10, 40] : [100, 300, 1_000, 5_000];
    const measures = [];
    const ends = performance.now() + 150_000;
    let msASpec = 0;
    for (const size of sizes) {
      // A slow machine stops early and says so.
      if (performance.now() + size * msASpec > ends) break;
      const project = join(folder, String(size));
      mkdirSync(project);
      writeProject(project, size);
      const samples = [];
      // Small ones end fast and vary much; the largest takes long and varies little.
      for (let round = 0; round < (size >= 1_000 || quick ? 1 : 3); round++) {
        say(`${size} specs, round ${round + 1}`);
        samples.push((await coldRun(project)).ms);
      }
      msASpec = Math.min(...samples) / size;
      measures.push({ name: `${size} specs, cold`, role: "ours", unit: "ms", samples, ...summarise(samples) });
    }
    const points = measures.map(({ median }, at) => ({ x: sizes[at], y: median }));
    const [before, last] = points.slice(-2);
    const isWhole = last.x === sizes.at(-1);
    return {
      id: "generate-growth",
      title: "Generating more and more specs",
      better: "less",
      work: "Cold runs of our generator over ever more specs.",
      unequal: quick ? ["A quick run stays far below the 5,000 specs that the target is about."] : [],
      measures,
      absent: [],
      cut: isWhole ? null : `It stopped at ${last.x} specs: ${sizes.at(-1)} would have taken too long.`,
      figures: [
        plainFigure("generate/exponent", "cold run, as a power of the number of specs", exponentOf(points)),
        ...(quick || !isWhole ? [] : [plainFigure("generate/5000", `${last.x} specs : ${before.x} specs, cold`, last.y / before.y)]),
      ],
      growth: [{ id: "generate", title: "Cold generation by number of specs", x: "specs", y: "ms", points }],
    };
  });
}
