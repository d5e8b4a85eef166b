import { z } from "zod";
import { refund } from "../cases/refund.mjs";

const input = z.object({
  orderId: z.string().regex(/^o_[0-9]+$/),
  amount: z.number().int().min(1),
  reason: z.enum(["duplicate", "fraud", "requested"]).optional(),
});
const output = z.object({ refundId: z.string(), status: z.enum(["pending", "settled"]) });
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

/** AI SDK: what `generateText` does with a tool call: validate the input, then `execute`. */
export async function aiSdk() {
  const { asSchema, tool } = await import("ai");
  const refundTool = tool({ description, inputSchema: input, outputSchema: output, execute: refund });
  const schema = asSchema(refundTool.inputSchema);
  return async (value) => {
    const checked = await schema.validate(value);
    if (!checked.success) throw checked.error;
    return refundTool.execute(checked.value, { toolCallId: "c", messages: [] });
  };
}
