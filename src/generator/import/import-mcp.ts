import { allocateNames } from "../model/allocate-names.js";

interface McpTool {
  readonly name: string;
  readonly title?: unknown;
  readonly description?: unknown;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/** Specs made from a foreign definition: path inside the spec folder → text. */
export interface Imported {
  readonly files: ReadonlyMap<string, string>;
  /** What could not be taken over, in sentences. */
  readonly remarks: readonly string[];
}

/** Turns an MCP `tools/list` result into specs. A server's hints are claims: all but "read only" keep a person in the loop. */
export function importMcp(result: unknown): Imported | null {
  const list = Array.isArray(result) ? result : (child(child(result, "result"), "tools") ?? child(result, "tools"));
  if (!Array.isArray(list)) return null;
  const remarks: string[] = [];
  const tools = new Map<string, McpTool>();
  for (const [index, tool] of list.entries()) {
    const name = child(tool, "name");
    if (typeof name !== "string" || name === "") remarks.push(`Tool ${index + 1} has no name and was left out.`);
    else if (tools.has(name)) remarks.push(`${JSON.stringify(name)} is there twice; the first one was taken.`);
    else tools.set(name, tool as McpTool);
  }
  const names = allocateNames([...tools.keys()]);
  const files = [...tools].map(([name, tool]) => {
    const text = `${JSON.stringify(specOf(tool), null, 2)}\n`;
    return [`${names.get(name)?.stem ?? name}.tool.json`, text] as const;
  });
  return { files: new Map(files.sort(([a], [b]) => (a < b ? -1 : 1))), remarks };
}

function specOf(tool: McpTool): { readonly [word: string]: unknown } {
  const title = text(tool.title) ?? text(child(tool.annotations, "title"));
  const effect = effectOf(tool.annotations);
  return {
    name: tool.name,
    ...(title === undefined ? {} : { title }),
    description: text(tool.description) ?? title ?? tool.name,
    input: schema(tool.inputSchema) ?? { type: "object" },
    ...(schema(tool.outputSchema) === undefined ? {} : { output: tool.outputSchema }),
    effect,
    ...(effect === "read" ? {} : { approval: "always" }),
  };
}

function effectOf(annotations: unknown): "read" | "idempotent" | "once" {
  if (child(annotations, "readOnlyHint") === true) return "read";
  return child(annotations, "idempotentHint") === true ? "idempotent" : "once";
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function schema(value: unknown): object | boolean | undefined {
  return typeof value === "boolean" || (typeof value === "object" && value !== null) ? value : undefined;
}

function child(value: unknown, word: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as { readonly [word: string]: unknown })[word]
    : undefined;
}
