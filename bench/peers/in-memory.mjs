import { refund } from "../cases/refund.mjs";
import { zodInput as input, zodOutput as output } from "./refund-schemas.mjs";

const description = "Refunds a captured payment, fully or in part.";

/** LangChain: validates the input, runs callbacks and tracing hooks that are not set. */
export async function langchain() {
  const { tool } = await import("@langchain/core/tools");
  const refundTool = tool(refund, { name: "refund_payment", description, schema: input });
  return (value) => refundTool.invoke(value);
}

/** MCP: client and server in one process, joined by the SDK's own in-memory transport. */
export async function mcp() {
  const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
  const { InMemoryTransport } = await import("@modelcontextprotocol/sdk/inMemory.js");
  const { McpServer } = await import("@modelcontextprotocol/sdk/server/mcp.js");
  const server = new McpServer({ name: "shop", version: "1.0.0" });
  const config = { description, inputSchema: input.shape, outputSchema: output.shape };
  server.registerTool("refund_payment", config, async (value) => {
    const structuredContent = await refund(value);
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  });
  const client = new Client({ name: "bench", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  // Known tools let the client check outputs, as real clients do.
  await client.listTools();
  return async (value) => {
    const result = await client.callTool({ name: "refund_payment", arguments: value });
    if (result.isError) throw new Error(JSON.stringify(result.content));
    return result.structuredContent;
  };
}

/** AI SDK: `generateText` with the SDK's own mock model, whose one answer calls the tool once for each of the inputs. */
export async function aiSdk() {
  const { generateText, tool } = await import("ai");
  const { MockLanguageModelV3 } = await import("ai/test");
  const refundTool = tool({ description, inputSchema: input, outputSchema: output, execute: refund });
  const tools = { refund_payment: refundTool };
  const inputTokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
  const usage = { inputTokens, outputTokens: { total: 1, text: 1, reasoning: 0 } };
  return async (values) => {
    const content = values.map((value, at) => ({
      type: "tool-call",
      toolCallId: `c_${at}`,
      toolName: "refund_payment",
      input: JSON.stringify(value),
    }));
    const finishReason = { unified: "tool-calls", raw: undefined };
    const model = new MockLanguageModelV3({ doGenerate: { content, finishReason, usage, warnings: [] } });
    const { toolResults } = await generateText({ model, tools, prompt: "Refund these." });
    if (toolResults.length !== values.length) throw new Error("the AI SDK did not run every call");
    return toolResults.map(({ output: refunded }) => refunded);
  };
}
