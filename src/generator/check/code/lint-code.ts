import { Node, SyntaxKind } from "ts-morph";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { contextUse } from "./context-use.js";
import { envReads } from "./env-reads.js";
import { reachOf } from "./reach-of.js";
import { bodyOf, type Code, findingAt, type Made } from "./read-code.js";

/** Asks every rule about implementations. */
export function lintCode(code: Code): readonly Diagnostic[] {
  return code.made.flatMap((made) => [...keyIsUsed(made), ...envIsDeclared(made), ...isLinked(made, code)]);
}

/** A keyed tool is safe to repeat only if the far side is told the key. */
function keyIsUsed(made: Made): readonly Diagnostic[] {
  const body = made.tool?.policy.effect === "keyed" ? bodyOf(made) : null;
  if (!made.tool || body === null) return [];
  const used = contextUse(body);
  if (used === "unknown" || isUnwritten(body) || isUsed(body, used.get("idempotencyKey"))) return [];
  return [
    findingAt(
      made.expression.getExpression(),
      "key-never-used",
      "error",
      `${made.tool.policy.name} is keyed, but its body never uses idempotencyKey.`,
      'Hand context.idempotencyKey to the far side; if it knows no keys, the effect is not "keyed".',
    ),
  ];
}

/** A body that only throws an error, as `new` drafts it, makes nothing happen that could happen twice. */
function isUnwritten(body: Node): boolean {
  const block = Node.isBodyable(body) || Node.isBodied(body) ? body.getBody() : undefined;
  const [first, ...more] = Node.isBlock(block) ? block.getStatements() : [];
  if (!Node.isThrowStatement(first) || more.length > 0) return false;
  return !first.getDescendants().some((node) => Node.isCallExpression(node) || Node.isAwaitExpression(node));
}

/** Whether what a body takes from its context is more than taken: a name that stands only where it is declared is not used. */
function isUsed(body: Node, taken: Node | undefined): boolean {
  if (!Node.isBindingElement(taken)) return taken !== undefined;
  const name = taken.getName();
  return body
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .some((each) => each.getText() === name && each.getParent() !== taken);
}

/** What a body reads from its surroundings is what its spec declares. */
function envIsDeclared(made: Made): readonly Diagnostic[] {
  const body = bodyOf(made);
  if (!made.tool || body === null) return [];
  const { name, env } = made.tool.policy;
  return reachOf(body)
    .flatMap(envReads)
    .map(({ node, wanted }) =>
      findingAt(
        node,
        "env-past-declared",
        "warning",
        `The body of ${name} reads ${node.getText()} past its spec.`,
        wanted !== null && env.includes(wanted)
          ? `Take it from the context: env.${wanted}.`
          : `Declare it in the spec's "env" and take it from the context.`,
      ),
    );
}

/** An implementation is of use only where an executor is given it. */
function isLinked({ tool, expression, file }: Made, code: Code): readonly Diagnostic[] {
  const links = code.files.some((each) => /\bcreateExecutor\s*\(/.test(each.getText()));
  const holder = expression.getAncestors().find((node) => {
    const parent = Node.isVariableDeclaration(node) ? node.getVariableStatement()?.getParent() : node.getParent();
    return (Node.isVariableDeclaration(node) || Node.isFunctionDeclaration(node)) && Node.isSourceFile(parent);
  });
  if (!tool || !links || !(Node.isVariableDeclaration(holder) || Node.isFunctionDeclaration(holder))) return [];
  const name = holder.getName() ?? "";
  const mentions = code.files.flatMap((each) =>
    each
      .getDescendantsOfKind(SyntaxKind.Identifier)
      .filter((identifier) => identifier.getText() === name && !Node.isImportSpecifier(identifier.getParent())),
  );
  if (mentions.some((mention) => mention.getSourceFile() !== file || mention !== holder.getNameNode())) return [];
  return [
    findingAt(
      expression.getExpression(),
      "tool-never-linked",
      "warning",
      `${name} implements ${tool.policy.name}, but nothing links it.`,
      `Give it to createExecutor: tools: { ${tool.policy.name}: ${name} }; toolwright sync does it.`,
    ),
  ];
}
