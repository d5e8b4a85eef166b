import ts from "typescript-5.9";

/** How a module is reached: for its values, for its types only, or when it is asked for at run time. */
export type Reach = "value" | "type" | "dynamic";

/** One import of a file. */
export interface Import {
  readonly target: string;
  readonly reach: Reach;
  readonly line: number;
}

/** Every import, re-export and `import()` of a TypeScript file, in order. */
export function importsOf(path: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found: Import[] = [];
  const add = (node: ts.Node, target: ts.Node | undefined, reach: Reach) => {
    if (target === undefined || !ts.isStringLiteral(target)) return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ target: target.text, reach, line });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, reachOfImport(node));
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly ? "type" : "value");
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node, node.argument.literal, "type");
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node, node.arguments[0], "dynamic");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

// `import { type A, type B }` still loads the module under verbatimModuleSyntax; only `import type` does not.
function reachOfImport({ importClause }: ts.ImportDeclaration): Reach {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? "type" : "value";
}
