import { toolwright } from "../harness/commands.mjs";
import { compare } from "../harness/compare.mjs";
import { figure } from "../harness/figure.mjs";
import { runNode } from "../harness/process.mjs";

const names = { help: "toolwright --help", version: "toolwright --version", node: "node -e 0" };

/** What it costs to be asked what one can do. */
export async function startup({ quick, say }) {
  const timed = (args) => async () => (await runNode(args)).ms;
  const compared = await compare(
    [
      { name: names.help, role: "ours", run: timed([toolwright, "--help"]) },
      { name: names.version, role: "ours", run: timed([toolwright, "--version"]) },
      { name: names.node, role: "floor", run: timed(["-e", "0"]) },
    ],
    { rounds: quick ? 5 : 15, budgetMs: quick ? 6_000 : 40_000, unit: "ms", say },
  );
  const { measures } = compared;
  return {
    id: "startup",
    title: "Starting the command line",
    better: "less",
    work: "A whole process, from its start to its end.",
    unequal: [],
    ...compared,
    figures: [
      figure("startup/help", measures, names.help, names.node),
      figure("startup/version", measures, names.version, names.node),
    ],
  };
}
