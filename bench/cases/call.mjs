import { memoryLedger } from "@toolwright/runtime";
import { compare } from "../harness/compare.mjs";
import { figure } from "../harness/figure.mjs";
import { aiSdk, langchain, mcp } from "../peers/in-memory.mjs";
import { callRefund, inputOf, readExecutor, refund, refundExecutor } from "./refund.mjs";

const names = {
  ours: "Toolwright execute, a keyed effect",
  read: "Toolwright execute, a plain read",
  langchain: "LangChain tool.invoke",
  mcp: "MCP in-memory callTool",
  aiSdk: "AI SDK tool execute",
  bare: "bare async call",
};

/** What one call costs when nothing leaves the process. */
export async function call({ quick, say }) {
  const slice = quick ? 2_000 : 4_000;
  const contestants = [
    { name: names.ours, role: "ours", open: claimed, fresh: true },
    { name: names.read, role: "ours", open: read, fresh: true },
    { name: names.langchain, role: "peer", open: langchain },
    { name: names.mcp, role: "peer", open: mcp },
    { name: names.aiSdk, role: "peer", open: aiSdk },
    { name: names.bare, role: "floor", open: async () => refund },
  ].map(({ open, fresh = false, ...contestant }) => ({ ...contestant, run: inSlices(open, fresh, slice) }));
  const { measures, absent } = await compare(contestants, { rounds: quick ? 15 : 25, unit: "calls a CPU second", say });
  return {
    id: "call",
    title: "A call in memory, 1 caller",
    better: "more",
    work: "One call of refund_payment with a new input every time; the body returns a small object at once.",
    unequal: [
      "The keyed effect judges input and output, names the work by three digests, asks approval, trust, switch and env, claims, runs, settles and keeps an audit trail; it can replay every call afterwards. The plain read does without claim, key and approval; its outcome is kept too.",
      "LangChain judges the input; the AI SDK case is its validation and `execute` without a model loop; MCP judges input and output and passes messages between a client and a server.",
      "The bare call does nothing but call.",
    ],
    measures,
    absent,
    figures: [
      figure("call/langchain", measures, names.ours, names.langchain),
      figure("call/mcp", measures, names.ours, names.mcp),
      figure("call/read-langchain", measures, names.read, names.langchain),
      figure("call/read-mcp", measures, names.read, names.mcp),
      figure("call/ai-sdk", measures, names.ours, names.aiSdk),
      figure("call/bare", measures, names.ours, names.bare),
    ],
  };
}

// A fresh ledger a slice: what is measured is the call, not the memory of all calls before it.
async function claimed(slice) {
  // The rules want a durable ledger for an effect; this one poses as such, since no disk is the point here.
  const executor = refundExecutor({ ...memoryLedger(), durability: "durable" });
  return (_input, n) => callRefund(executor, n, `s${slice}`);
}

async function read(slice) {
  const executor = readExecutor(memoryLedger());
  return (_input, n) => callRefund(executor, n, `s${slice}`);
}

// CPU time, which neighbours on the machine disturb less than they disturb the clock on the wall. The first slice is the warm-up and longer, since an optimising compiler wants some ten thousand calls.
function inSlices(open, fresh, calls) {
  let slice = 0;
  let opened;
  return async () => {
    opened = fresh || opened === undefined ? open(slice) : opened;
    const invoke = await opened;
    const many = slice++ === 0 ? 15_000 : calls;
    const before = process.cpuUsage();
    for (let n = 0; n < many; n++) await invoke(inputOf(n), n);
    const { user, system } = process.cpuUsage(before);
    return many / ((user + system) / 1e6);
  };
}
