import { Node, type ObjectLiteralExpression, type SourceFile, SyntaxKind } from "ts-morph";

/** The object that links names to tools in a file that creates an executor, or why it cannot be told. */
export type ToolsObject =
  | { readonly kind: "found"; readonly object: ObjectLiteralExpression }
  | { readonly kind: "no call" }
  /** Another file exports it. */
  | { readonly kind: "imported"; readonly module: string; readonly name: string }
  | { readonly kind: "other shape"; readonly why: string };

/** Finds the `tools` of `createExecutor(registry, { tools })`, written in place or as constants of the same file. */
export function toolsObject(file: SourceFile): ToolsObject {
  const calls = file
    .getDescendantsOfKind(SyntaxKind.CallExpression)
    .filter((call) => /(^|\.)createExecutor$/.test(call.getExpression().getText()));
  const [call] = calls;
  if (!call) return { kind: "no call" };
  if (calls.length > 1) return { kind: "other shape", why: "it creates more than one executor" };
  const options = objectOf(call.getArguments()[1], file);
  if (!options) return { kind: "other shape", why: "what createExecutor is given is not an object of this file" };
  const tools = options.getProperties().find((property) => nameOf(property) === "tools");
  const value = Node.isPropertyAssignment(tools)
    ? tools.getInitializer()
    : Node.isShorthandPropertyAssignment(tools)
      ? tools.getNameNode()
      : undefined;
  const object = objectOf(value, file);
  if (object) return { kind: "found", object };
  return importOf(value, file) ?? { kind: "other shape", why: '"tools" is not an object of this file' };
}

/** The object that a file exports under a name ("default" for its default export), or hands on from another. */
export function exportedObject(file: SourceFile, name: string): ToolsObject {
  const declaration = file.getVariableDeclaration(name);
  const given =
    name === "default"
      ? file.getExportAssignment((each) => !each.isExportEquals())?.getExpression()
      : declaration?.isExported()
        ? declaration.getInitializer()
        : undefined;
  const object = objectOf(given, file);
  if (object) return { kind: "found", object };
  const handedOn = file.getExportDeclarations().flatMap((each) => {
    const module = each.getModuleSpecifierValue();
    const found = each.getNamedExports().find((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name);
    return module?.startsWith(".") && found ? [{ kind: "imported", module, name: found.getName() } as const] : [];
  });
  return (
    handedOn[0] ?? importOf(given, file) ?? { kind: "other shape", why: `it does not export ${name} as an object` }
  );
}

function importOf(value: Node | undefined, file: SourceFile): ToolsObject | null {
  const bare = unwrapped(value);
  const [declared, another] = Node.isIdentifier(bare) ? declarationsOf(bare.getText(), file) : [];
  if (another || !(Node.isImportSpecifier(declared) || Node.isImportClause(declared))) return null;
  const from = Node.isImportClause(declared) ? declared.getParent() : declared.getImportDeclaration();
  const module = Node.isImportDeclaration(from) ? from.getModuleSpecifierValue() : "";
  const name = Node.isImportClause(declared) ? "default" : declared.getName();
  return module.startsWith(".") ? { kind: "imported", module, name } : null;
}

/** The name of a property, however it is quoted; null for a spread or a computed name. */
export function nameOf(property: Node): string | null {
  if (Node.isSpreadAssignment(property) || !Node.hasName(property)) return null;
  const node = (property as { getNameNode?: () => Node }).getNameNode?.();
  return Node.isStringLiteral(node) ? node.getLiteralValue() : property.getName();
}

function objectOf(node: Node | undefined, file: SourceFile): ObjectLiteralExpression | null {
  const bare = unwrapped(node);
  if (Node.isObjectLiteralExpression(bare)) return bare;
  if (!Node.isIdentifier(bare)) return null;
  // Two declarations of one name could be told apart by scope only; then nothing is touched.
  const [declaration, another] = declarationsOf(bare.getText(), file);
  if (another || !Node.isVariableDeclaration(declaration)) return null;
  const value = unwrapped(declaration.getInitializer());
  return Node.isObjectLiteralExpression(value) ? value : null;
}

/** Everything in a file that declares a name. */
export function declarationsOf(name: string, file: SourceFile): readonly Node[] {
  return file.getDescendantsOfKind(SyntaxKind.Identifier).flatMap((identifier): readonly Node[] => {
    const parent = identifier.getParent();
    if (identifier.getText() !== name || !parent) return [];
    if (Node.isImportSpecifier(parent))
      return (parent.getAliasNode() ?? parent.getNameNode()) === identifier ? [parent] : [];
    if (Node.isImportClause(parent) || Node.isNamespaceImport(parent)) return [parent];
    const declares =
      Node.isVariableDeclaration(parent) ||
      Node.isParameterDeclaration(parent) ||
      Node.isBindingElement(parent) ||
      Node.isFunctionDeclaration(parent) ||
      Node.isClassDeclaration(parent) ||
      Node.isEnumDeclaration(parent);
    return declares && parent.getNameNode() === identifier ? [parent] : [];
  });
}

function unwrapped(node: Node | undefined): Node | undefined {
  let bare = node;
  while (Node.isAsExpression(bare) || Node.isSatisfiesExpression(bare) || Node.isParenthesizedExpression(bare))
    bare = bare.getExpression();
  return bare;
}
