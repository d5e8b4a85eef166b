import { posix } from "node:path";
import { type NewExpression, Node, Project, type SourceFile, SyntaxKind } from "ts-morph";
import type { CatalogModel, ToolModel } from "../../model/catalog-model.js";
import type { Diagnostic, Severity } from "../../spec/diagnostic.js";
import type { DiagnosticCode } from "../../spec/explanations.js";
import { LineIndex } from "../../spec/line-index.js";

/** A place where a generated class is given its implementation: `new RefundPaymentTool(…)`. */
export interface Made {
  /** null where no spec asks for the module any more. */
  readonly tool: ToolModel | null;
  readonly stem: string;
  readonly file: SourceFile;
  readonly expression: NewExpression;
}

/** The hand-written code of a project, as far as it has to do with its tools. */
export interface Code {
  readonly files: readonly SourceFile[];
  readonly made: readonly Made[];
}

/** Parses the files that make or link tools. Paths are POSIX and share one root with `out`. */
export function readCode(texts: ReadonlyMap<string, string>, out: string, catalog: CatalogModel): Code {
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const files = [...texts]
    .filter(([, text]) => /executor|registry|\/tools\/|Tool\b/i.test(text))
    .map(([path, text]) => project.createSourceFile(`/${path}`, text));
  const tools = new Map(catalog.tools.map((tool) => [tool.stem, tool]));
  const made = files.flatMap((file) =>
    toolImports(file, out).flatMap(({ stem, names }) =>
      file
        .getDescendantsOfKind(SyntaxKind.NewExpression)
        .filter((expression) => names.includes(expression.getExpression().getText()))
        .map((expression) => ({ tool: tools.get(stem) ?? null, stem, file, expression })),
    ),
  );
  return { files, made };
}

/** What a file imports from the generated folder's modules of tools. */
export function toolImports(
  file: SourceFile,
  out: string,
): readonly { readonly stem: string; readonly names: readonly string[]; readonly node: Node }[] {
  return file.getImportDeclarations().flatMap((node) => {
    const specifier = node.getModuleSpecifierValue();
    if (!specifier.startsWith(".")) return [];
    const target = posix.resolve(posix.dirname(file.getFilePath()), specifier);
    if (posix.dirname(target) !== posix.join("/", out, "tools")) return [];
    const names = node.getNamedImports().map((each) => each.getAliasNode()?.getText() ?? each.getName());
    return [{ stem: posix.basename(target).replace(/\.[cm]?[jt]s$/, ""), names, node: node.getModuleSpecifier() }];
  });
}

/** The function that runs when a tool is called; null where it is not written in place or in the same file. */
export function bodyOf({ expression, file }: Made): Node | null {
  const [argument] = expression.getArguments();
  const given = Node.isObjectLiteralExpression(argument) ? member(argument.getProperty("run")) : argument;
  if (Node.isIdentifier(given)) {
    const declared =
      file.getVariableDeclaration(given.getText())?.getInitializer() ?? file.getFunction(given.getText());
    return isFunction(declared) ? declared : null;
  }
  return isFunction(given) ? given : null;
}

/** A finding about a node. */
export function findingAt(
  node: Node,
  code: DiagnosticCode,
  severity: Severity,
  message: string,
  hint: string,
): Diagnostic {
  const file = node.getSourceFile();
  const lines = new LineIndex(file.getFullText());
  const range = lines.range(node.getStart(), node.getEnd());
  return { code, severity, message, file: file.getFilePath().slice(1), range, pointer: "", hint };
}

function member(property: Node | undefined): Node | undefined {
  if (Node.isPropertyAssignment(property)) return property.getInitializer();
  return Node.isShorthandPropertyAssignment(property) ? property.getNameNode() : property;
}

function isFunction(node: Node | undefined): node is Node {
  return (
    Node.isArrowFunction(node) ||
    Node.isFunctionExpression(node) ||
    Node.isMethodDeclaration(node) ||
    Node.isFunctionDeclaration(node)
  );
}
