import { type Node, SyntaxKind } from "ts-morph";

/** A body and what it uses of its own file: constants and functions beside it run as part of it. */
export function reachOf(body: Node): readonly Node[] {
  const file = body.getSourceFile();
  const reached = new Set<Node>([body]);
  for (const node of reached)
    for (const identifier of node.getDescendantsOfKind(SyntaxKind.Identifier)) {
      const name = identifier.getText();
      const declared =
        file.getVariableDeclaration(name)?.getInitializer() ?? file.getFunction(name) ?? file.getClass(name);
      // What the body itself is part of is the tool, not something that it uses.
      if (declared && !body.getAncestors().includes(declared)) reached.add(declared);
    }
  const all = [...reached];
  return all.filter((node) => !all.some((other) => other !== node && node.getAncestors().includes(other)));
}
