import { compare } from "../harness/compare.mjs";
import { withContestants } from "../harness/contestants.mjs";
import { figure } from "../harness/figure.mjs";

const turn = 32;
const names = {
  ours: "Toolwright execute, a keyed effect",
  read: "Toolwright execute, a plain read",
  langchain: "LangChain tool.invoke",
  mcp: "MCP in-memory callTool",
  aiSdk: `AI SDK generateText, a turn of ${turn} tool calls`,
  aiSdkAlone: "AI SDK generateText, a turn of 1 tool call",
  least: "the least a claimed call can do, by hand for this tool",
  bare: "bare async call",
};

/** What one call costs when nothing leaves the process. */
export function call({ quick, say }) {
  return withContestants(async (open) => {
    const options = { warmMs: quick ? 1_200 : 3_000 };
    const contestant = (name, role, contestantName, more = {}) => {
      let asking;
      const run = async () => {
        asking ??= open("in-memory", contestantName, { ...options, ...more });
        return (await asking)();
      };
      return { name, role, run };
    };
    const contestants = [
      contestant(names.ours, "ours", "claimed"),
      contestant(names.read, "ours", "read"),
      contestant(names.langchain, "peer", "langchain"),
      contestant(names.mcp, "peer", "mcp"),
      contestant(names.aiSdk, "peer", "aiSdk", { batch: turn }),
      contestant(names.aiSdkAlone, "peer", "aiSdk"),
      contestant(names.least, "floor", "least"),
      contestant(names.bare, "floor", "bare"),
    ];
    const rounds = quick ? { rounds: 7, budgetMs: 12_000 } : { rounds: 25, budgetMs: 50_000 };
    const compared = await compare(contestants, { ...rounds, unit: "calls a CPU second", say });
    return found(compared);
  });
}

function found(compared) {
  const { measures } = compared;
  return {
    id: "call",
    title: "A call in memory, 1 caller",
    better: "more",
    work: "One call of refund_payment with a new input every time; the body returns a small object at once. Everybody has a process of their own.",
    unequal: [
      "The keyed effect judges input and output, names the work by two digests, asks approval, trust, switch and env, claims, runs, settles and keeps an audit trail; it keeps every call and can replay it afterwards. The plain read does without claim, key and approval; its outcome is kept too.",
      "LangChain judges the input; MCP judges input and output and passes messages between a client and a server.",
      `The AI SDK parses and judges the input and makes tool results, and whoever uses it always goes through a model's turn: the SDK's own mock model answers, and a turn of ${turn} calls shares what a turn costs among them.`,
      "The least call judges, names the work by two digests, keeps time, claims, runs and settles in two maps that keep every call; it knows no other tool, no failure, no second process and no replay. What it costs, no claimed call can go below.",
      "The bare call does nothing but call.",
    ],
    ...compared,
    figures: [
      figure("call/langchain", measures, names.ours, names.langchain),
      figure("call/mcp", measures, names.ours, names.mcp),
      figure("call/read-langchain", measures, names.read, names.langchain),
      figure("call/read-mcp", measures, names.read, names.mcp),
      figure("call/ai-sdk", measures, names.ours, names.aiSdk),
      figure("call/ai-sdk-alone", measures, names.ours, names.aiSdkAlone),
      figure("call/least", measures, names.ours, names.least),
      figure("call/least-langchain", measures, names.least, names.langchain),
      figure("call/least-mcp", measures, names.least, names.mcp),
      figure("call/bare", measures, names.ours, names.bare),
    ],
  };
}
