import { fillTemplate, type Template } from "../../emit/fill-template.js";
import { stringLiteral } from "../../emit/text/string-literal.js";
import type { ToolModel } from "../../model/catalog-model.js";

/** Words that no constant can be named. */
const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false
  finally for function if implements import in instanceof interface let new null package private protected public return
  static super switch this throw true try typeof undefined var void while with yield`.split(/\s+/),
);

/** The constant that holds a tool: "refundPayment". */
export function constNameOf({ pascal }: Pick<ToolModel, "pascal">): string {
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return reserved.has(camel) ? `${camel}Tool` : camel;
}

/** Writes an implementation that type-checks and says, when it is called, that it is not written yet. */
export function draftImplementation(template: Template, tool: ToolModel, module: string): string {
  const missing = (what: string) => `throw new Error(${stringLiteral(`${what} is not written yet.`)});`;
  const { name, effect } = tool.policy;
  // Strict projects refuse parameters that nothing reads, unless they begin with _.
  const implementation =
    effect === "reconcilable"
      ? `{
  async run(_input, _context) {
    ${missing(name)}
  },

  // Look whether an earlier attempt happened: { happened: output }, "cannot happen any more" or "unknown".
  async reconcile(_input, _context) {
    return "unknown";
  },
}`
      : `async (_input, _context) => {\n  ${missing(name)}\n}`;
  const holes = {
    className: tool.className,
    module: stringLiteral(module),
    constName: constNameOf(tool),
    implementation,
  };
  return fillTemplate(template, holes).text;
}
