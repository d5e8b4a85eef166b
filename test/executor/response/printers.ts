import type { Json } from "../../../src/runtime/dist/tool/json.js";

/** A call to be written down. */
export interface Written {
  readonly tool: string;
  readonly input: { readonly [parameter: string]: Json };
}

/** How a model writes calls, by format. Some formats carry ids; `c0`, `c1` … then. */
export const printers: { readonly [format: string]: (calls: readonly Written[]) => unknown } = {
  fence: (calls) => calls.map((call) => `\`\`\`tool_call\n${JSON.stringify(named(call), null, 2)}\n\`\`\``).join("\n"),
  "fence, json": (calls) => calls.map((call) => `So:\n\`\`\`json\n${JSON.stringify(named(call))}\n\`\`\``).join("\n\n"),
  tool_call: (calls) => calls.map((call) => `<tool_call>\n${JSON.stringify(named(call))}\n</tool_call>`).join("\n"),
  invoke: (calls) =>
    `<function_calls>\n${calls
      .map(
        ({ tool, input }) =>
          `<invoke name="${tool}">\n${parameters(input, (name) => `<parameter name="${escaped(name)}">`)}</invoke>`,
      )
      .join("\n")}\n</function_calls>`,
  function: (calls) =>
    calls.map(({ tool, input }) => `<function=${tool}>${JSON.stringify(input)}</function>`).join("\n"),
  "function, parameters": (calls) =>
    calls
      .map(
        ({ tool, input }) =>
          `<tool_call>\n<function=${tool}>\n${parameters(input, (name) => `<parameter=${name}>`)}</function>\n</tool_call>`,
      )
      .join("\n"),
  tool_calls: (calls) =>
    `Well. [TOOL_CALLS]${JSON.stringify(calls.map((call, index) => ({ ...named(call), id: `c${index}` })))}`,
  "tool_calls, args": (calls) =>
    calls.map(({ tool, input }) => `[TOOL_CALLS]${tool}[ARGS]${JSON.stringify(input)}`).join(""),
  python: (calls) =>
    `[${calls
      .map(
        ({ tool, input }) =>
          `${tool}(${Object.entries(input)
            .map(([name, value]) => `${name}=${asPython(value)}`)
            .join(", ")})`,
      )
      .join(", ")}]`,
  openai_chat: (calls) => ({
    choices: [
      {
        message: {
          tool_calls: calls.map(({ tool, input }, index) => ({
            id: `c${index}`,
            type: "function",
            function: { name: tool, arguments: JSON.stringify(input) },
          })),
        },
      },
    ],
  }),
  openai_responses: (calls) => ({
    output: calls.map(({ tool, input }, index) => ({
      type: "function_call",
      call_id: `c${index}`,
      name: tool,
      arguments: JSON.stringify(input),
    })),
  }),
  anthropic: (calls) => ({
    content: calls.map(({ tool, input }, index) => ({ type: "tool_use", id: `c${index}`, name: tool, input })),
  }),
  gemini: (calls) => ({
    candidates: [
      { content: { parts: calls.map(({ tool, input }) => ({ functionCall: { name: tool, args: input } })) } },
    ],
  }),
};

function named({ tool, input }: Written) {
  return { name: tool, arguments: input };
}

function parameters(input: Written["input"], open: (name: string) => string): string {
  return Object.entries(input)
    .map(([name, value]) => `${open(name)}${parameterText(value)}</parameter>\n`)
    .join("");
}

/** Text as it is, where it cannot be taken for JSON or for the layout of the tags. */
function parameterText(value: Json): string {
  if (typeof value === "string" && !isJson(value) && !/^\r?\n/.test(value)) return escaped(value);
  return escaped(JSON.stringify(value));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function asPython(value: Json): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") {
    const text = value.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n");
    return `'${text}'`;
  }
  if (Array.isArray(value)) return `[${value.map(asPython).join(", ")}]`;
  return `{${Object.entries(value)
    .map(([key, member]) => `${asPython(key)}: ${asPython(member)}`)
    .join(", ")}}`;
}
