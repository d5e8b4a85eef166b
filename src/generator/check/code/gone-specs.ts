import { Node, type ObjectLiteralExpression, SyntaxKind } from "ts-morph";
import type { CatalogModel } from "../../model/catalog-model.js";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { executorCalls } from "./executor-options.js";
import { type Code, findingAt, toolImports } from "./read-code.js";

/** Every place that still mentions a tool whose spec is gone: imports, links, what the registry is asked for, and calls. */
export function goneSpecs(code: Code, out: string, catalog: CatalogModel): readonly Diagnostic[] {
  const stems = new Set(catalog.tools.map(({ stem }) => stem));
  const names = new Set(catalog.tools.map(({ policy }) => policy.name));
  const imports = code.files.flatMap((file) =>
    toolImports(file, out)
      .filter(({ stem }) => !stems.has(stem))
      .map(({ stem, node }) => gone(node, `the tool of ${stem}`)),
  );
  const mentions = [...linked(code), ...asked(code), ...called(code)];
  return [...imports, ...mentions.filter(({ name }) => !names.has(name)).map(({ node, name }) => gone(node, name))];
}

interface Mention {
  readonly node: Node;
  readonly name: string;
}

function gone(node: Node, what: string): Diagnostic {
  return findingAt(
    node,
    "spec-gone",
    "error",
    `No spec describes ${what} any more, and this file still mentions it.`,
    "Remove what belongs to it, or bring the spec back; nothing was removed for you.",
  );
}

/** What executors are given as tools, in place, as a constant of any file, or spread. */
function linked(code: Code): readonly Mention[] {
  const objects = executorCalls(code).flatMap(({ options }) => {
    const tools = options.getProperty("tools");
    return Node.isPropertyAssignment(tools)
      ? objectsOf(tools.getInitializer(), code)
      : Node.isShorthandPropertyAssignment(tools)
        ? objectsOf(tools.getNameNode(), code)
        : [];
  });
  return [...new Set(objects)].flatMap((object) =>
    object.getProperties().flatMap((property) => {
      if (Node.isSpreadAssignment(property) || Node.isComputedPropertyName(property.getNameNode())) return [];
      return [{ node: property, name: property.getName().replace(/^["']|["']$/g, "") }];
    }),
  );
}

function objectsOf(node: Node | undefined, code: Code, depth = 0): readonly ObjectLiteralExpression[] {
  if (Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isParenthesizedExpression(node))
    return objectsOf(node.getExpression(), code, depth);
  if (Node.isObjectLiteralExpression(node)) {
    const spread = node
      .getProperties()
      .flatMap((each) => (Node.isSpreadAssignment(each) ? [each.getExpression()] : []));
    return [node, ...spread.flatMap((each) => objectsOf(each, code, depth))];
  }
  if (!Node.isIdentifier(node) || depth > 4) return [];
  const declared = code.files.flatMap((file) => file.getVariableDeclaration(node.getText()) ?? []);
  return declared.flatMap((each) => objectsOf(each.getInitializer(), code, depth + 1));
}

/** `registry.tools.refund_payment`, or with brackets. */
function asked({ files }: Code): readonly Mention[] {
  return files.flatMap((file) => [
    ...file
      .getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
      .filter((access) => access.getExpression().getText() === "registry.tools")
      .map((access) => ({ node: access.getNameNode(), name: access.getName() })),
    ...file.getDescendantsOfKind(SyntaxKind.ElementAccessExpression).flatMap((access) => {
      const name = access.getArgumentExpression();
      return access.getExpression().getText() === "registry.tools" && Node.isStringLiteral(name)
        ? [{ node: name, name: name.getLiteralValue() }]
        : [];
    }),
  ]);
}

/** `executor.execute("refund_payment", …)`; `offer` may be asked for any name. */
function called({ files }: Code): readonly Mention[] {
  return files.flatMap((file) =>
    file.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call) => {
      const [name] = call.getArguments();
      return /executor(?:\(\))?\.(?:execute|start)$/i.test(call.getExpression().getText()) && Node.isStringLiteral(name)
        ? [{ node: name, name: name.getLiteralValue() }]
        : [];
    }),
  );
}
