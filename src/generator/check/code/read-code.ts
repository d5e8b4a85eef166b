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
  // A body may be written in a file that has nothing else to do with tools, and so may a list of tools.
  const makers = new Set(made.map(({ file }) => posix.basename(file.getFilePath()).replace(/\.[cm]?ts$/, "")));
  const bodies = made.flatMap(({ file }) => importedBy(file, texts)).map(open);
  const lists = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(/["'][^"'\n]*\/([^"'/\n]+?)(?:\.[cm]?[jt]s)?["']/g)].some(([, stem = ""]) => makers.has(stem))
      ? [open(path)]
      : [],
  );
  return { files: [...new Set([...files, ...bodies, ...lists])], made };

  function open(path: string): SourceFile {
    return project.getSourceFile(`/${path}`) ?? project.createSourceFile(`/${path}`, texts.get(path) ?? "");
  }
}

/** The files of the project that a file imports. */
function importedBy(file: SourceFile, texts: { has(path: string): boolean }): readonly string[] {
  return file.getImportDeclarations().flatMap((each) => {
    const path = targetOf(file, each.getModuleSpecifierValue());
    return path !== null && texts.has(path) ? [path] : [];
  });
}

/** Where a relative import leads, as the file is written and not as it runs; null for a package. */
function targetOf(file: SourceFile, specifier: string): string | null {
  if (!specifier.startsWith(".")) return null;
  const target = posix.resolve(posix.dirname(file.getFilePath()), specifier).slice(1);
  return /\.[cm]?[jt]s$/.test(target) ? target.replace(/js$/, "ts") : `${target}.ts`;
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

/** The function that runs when a tool is called; null where it is neither in place nor a function of the project. */
export function bodyOf({ expression, file }: Made): Node | null {
  const [argument] = expression.getArguments();
  const given = Node.isObjectLiteralExpression(argument) ? member(argument.getProperty("run")) : argument;
  const declared = Node.isIdentifier(given) ? declaredIn(file, given.getText()) : given;
  return isFunction(declared) ? declared : null;
}

/** What a name of a file stands for, there or in the file that it is imported from. */
function declaredIn(file: SourceFile, name: string): Node | undefined {
  const own = file.getVariableDeclaration(name)?.getInitializer() ?? file.getFunction(name);
  if (own) return own;
  for (const each of file.getImportDeclarations()) {
    const named = each.getNamedImports().find((one) => (one.getAliasNode()?.getText() ?? one.getName()) === name);
    const path = named ? targetOf(file, each.getModuleSpecifierValue()) : null;
    const source = path === null ? undefined : file.getProject().getSourceFile(`/${path}`);
    if (source && named)
      return source.getVariableDeclaration(named.getName())?.getInitializer() ?? source.getFunction(named.getName());
  }
  return undefined;
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
