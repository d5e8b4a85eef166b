import { memoryLedger } from "@toolwright/runtime";
import { compare } from "../harness/compare.mjs";
import { cpuSlices } from "../harness/cpu-slices.mjs";
import { figure } from "../harness/figure.mjs";
import { aiSdk, langchain, mcp } from "../peers/in-memory.mjs";
import { callRefund, inputOf, readExecutor, refund, refundExecutor } from "./refund.mjs";

const turn = 32;
const names = {
  ours: "Toolwright execute, a keyed effect",
  read: "Toolwright execute, a plain read",
  langchain: "LangChain tool.invoke",
  mcp: "MCP in-memory callTool",
  aiSdk: `AI SDK generateText, a turn of ${turn} tool calls`,
  aiSdkAlone: "AI SDK generateText, a turn of 1 tool call",
  bare: "bare async call",
};

/** What one call costs when nothing leaves the process. */
export async function call({ quick, say }) {
  const options = { warmMs: quick ? 600 : 3_000 };
  const fresh = { ...options, isFresh: true };
  const contestants = [
    { name: names.ours, role: "ours", run: cpuSlices(claimed, fresh) },
    { name: names.read, role: "ours", run: cpuSlices(read, fresh) },
    { name: names.langchain, role: "peer", run: cpuSlices(one(langchain), options) },
    { name: names.mcp, role: "peer", run: cpuSlices(one(mcp), options) },
    { name: names.aiSdk, role: "peer", run: cpuSlices(several(aiSdk), { ...options, batch: turn }) },
    { name: names.aiSdkAlone, role: "peer", run: cpuSlices(several(aiSdk), options) },
    { name: names.bare, role: "floor", run: cpuSlices(one(async () => refund), options) },
  ];
  const rounds = quick ? { rounds: 7, budgetMs: 12_000 } : { rounds: 25, budgetMs: 50_000 };
  const compared = await compare(contestants, { ...rounds, unit: "calls a CPU second", say });
  const { measures } = compared;
  return {
    id: "call",
    title: "A call in memory, 1 caller",
    better: "more",
    work: "One call of refund_payment with a new input every time; the body returns a small object at once.",
    unequal: [
      "The keyed effect judges input and output, names the work by three digests, asks approval, trust, switch and env, claims, runs, settles and keeps an audit trail; it can replay every call afterwards. The plain read does without claim, key and approval; its outcome is kept too.",
      "LangChain judges the input; MCP judges input and output and passes messages between a client and a server.",
      `The AI SDK parses and judges the input and makes tool results, and whoever uses it always goes through a model's turn: the SDK's own mock model answers, and a turn of ${turn} calls shares what a turn costs among them.`,
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
      figure("call/bare", measures, names.ours, names.bare),
    ],
  };
}

function one(open) {
  return async () => {
    const invoke = await open();
    return (n) => invoke(inputOf(n));
  };
}

function several(open) {
  return async () => {
    const invoke = await open();
    return (n, many) => invoke(Array.from({ length: many }, (_, at) => inputOf(n + at)));
  };
}

// A fresh ledger a slice: what is measured is the call, not the memory of all calls before it.
async function claimed(slice) {
  // The rules want a durable ledger for an effect; this one poses as such, since no disk is the point here.
  const executor = refundExecutor({ ...memoryLedger(), durability: "durable" });
  return (n) => callRefund(executor, n, `s${slice}`);
}

async function read(slice) {
  const executor = readExecutor(memoryLedger());
  return (n) => callRefund(executor, n, `s${slice}`);
}
