import { Node, SyntaxKind } from "ts-morph";

/** A place that reads the environment by itself, and the name it wants, where that can be told. */
export interface EnvRead {
  readonly node: Node;
  readonly wanted: string | null;
}

/** Finds the environment, however it is reached: with a dot, with brackets, taken out of process, or imported. */
export function envReads(node: Node): readonly EnvRead[] {
  const holders = node.getDescendants().filter((each) => isEnvironment(each));
  return holders.map((holder) => {
    const parent = holder.getParent();
    if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === holder)
      return { node: parent, wanted: parent.getName() };
    if (Node.isElementAccessExpression(parent) && parent.getExpression() === holder) {
      const name = parent.getArgumentExpression();
      return { node: parent, wanted: Node.isStringLiteral(name) ? name.getLiteralValue() : null };
    }
    return { node: holder, wanted: null };
  });
}

function isEnvironment(node: Node): boolean {
  if (Node.isPropertyAccessExpression(node)) return node.getName() === "env" && isProcess(node.getExpression());
  if (Node.isElementAccessExpression(node))
    return isProcess(node.getExpression()) && node.getArgumentExpression()?.getText().slice(1, -1) === "env";
  if (Node.isBindingElement(node)) {
    const declaration = node.getFirstAncestorByKind(SyntaxKind.VariableDeclaration);
    const taken = node.getPropertyNameNode()?.getText() ?? node.getName();
    return taken === "env" && declaration !== undefined && isProcess(declaration.getInitializer());
  }
  return Node.isIdentifier(node) && isImportedEnv(node);
}

function isProcess(node: Node | undefined): boolean {
  return node?.getText() === "process" || node?.getText() === "globalThis.process";
}

function isImportedEnv(node: Node): boolean {
  const parent = node.getParent();
  const isOwn = Node.isPropertyAccessExpression(parent) && parent.getNameNode() === node;
  if (isOwn || Node.isImportSpecifier(parent) || Node.isBindingElement(parent)) return false;
  return node
    .getSourceFile()
    .getImportDeclarations()
    .some(
      (each) =>
        /^(?:node:)?process$/.test(each.getModuleSpecifierValue()) &&
        each
          .getNamedImports()
          .some((named) => named.getName() === "env" && (named.getAliasNode()?.getText() ?? "env") === node.getText()),
    );
}
