import { Node, SyntaxKind } from "ts-morph";

/** What a body takes from its context: names and where they stand; "unknown" where the context is handed on whole. */
export type ContextUse = ReadonlyMap<string, Node> | "unknown";

/** Follows the second parameter of a body through destructuring and `context.name`. */
export function contextUse(body: Node): ContextUse {
  const parameter = Node.isParametered(body) ? body.getParameters()[1] : undefined;
  if (!parameter) return new Map();
  const used = new Map<string, Node>();
  const whole = take(parameter.getNameNode(), used);
  if (whole === null) return used;
  if (whole === "rest") return "unknown";
  for (const identifier of body.getDescendantsOfKind(SyntaxKind.Identifier)) {
    if (identifier.getText() !== whole || identifier === parameter.getNameNode()) continue;
    const parent = identifier.getParent();
    if (Node.isPropertyAccessExpression(parent)) {
      if (parent.getExpression() === identifier) used.set(parent.getName(), parent.getNameNode());
    } else if (Node.isVariableDeclaration(parent) && parent.getInitializer() === identifier) {
      if (take(parent.getNameNode(), used) !== null) return "unknown";
    } else return "unknown";
  }
  return used;
}

/** Notes the names of a pattern; gives the name that stands for the whole, "rest" for a rest element, null for neither. */
function take(name: Node, used: Map<string, Node>): string | null {
  if (!Node.isObjectBindingPattern(name)) return name.getText();
  for (const element of name.getElements()) {
    if (element.getDotDotDotToken()) return "rest";
    used.set(element.getPropertyNameNode()?.getText() ?? element.getName(), element);
  }
  return null;
}
