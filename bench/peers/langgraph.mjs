import { refund } from "../cases/refund.mjs";
import { zodInput as schema } from "./refund-schemas.mjs";

/** LangGraph: a graph of one ToolNode that keeps checkpoints in PostgreSQL, one thread a call. */
export async function langgraph(pool) {
  const { AIMessage } = await import("@langchain/core/messages");
  const { tool } = await import("@langchain/core/tools");
  const { MessagesAnnotation, StateGraph } = await import("@langchain/langgraph");
  const { ToolNode } = await import("@langchain/langgraph/prebuilt");
  const { PostgresSaver } = await import("@langchain/langgraph-checkpoint-postgres");
  const refundTool = tool(refund, { name: "refund_payment", description: "Refunds a captured payment.", schema });
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const graph = new StateGraph(MessagesAnnotation)
    .addNode("tools", new ToolNode([refundTool]))
    .addEdge("__start__", "tools")
    .addEdge("tools", "__end__")
    .compile({ checkpointer });
  let threads = 0;
  return {
    call(args) {
      const calls = [{ id: "c", name: "refund_payment", args, type: "tool_call" }];
      const messages = [new AIMessage({ content: "", tool_calls: calls })];
      return graph.invoke({ messages }, { configurable: { thread_id: String(threads++) } });
    },
  };
}
