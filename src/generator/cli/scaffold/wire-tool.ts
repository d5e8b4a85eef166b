import { type ImportDeclaration, Node, Project, QuoteKind, type SourceFile } from "ts-morph";
import { isPlainKey } from "../../emit/text/property-name.js";
import { applyInsertions, type Insertion, insertProperty, lineEnd } from "./insert-property.js";
import { declarationsOf, exportedObject, nameOf, toolsObject } from "./tools-object.js";

/** A tool to link, and how the file that links it imports it. */
export interface Link {
  readonly name: string;
  readonly constName: string;
  readonly module: string;
}

/** What became of a file's text; only "wired" differs from it. */
export type Wired =
  | { readonly kind: "wired"; readonly text: string }
  | { readonly kind: "wired already" }
  | { readonly kind: "no call" }
  /** The tools are an object that another file exports. */
  | { readonly kind: "elsewhere"; readonly module: string; readonly name: string }
  | { readonly kind: "cannot"; readonly why: string };

/** Links a tool in the text of a file that creates an executor, or that exports its tools under a name; every byte that was there stays as it was. */
export function wireTool(text: string, link: Link, exported?: string): Wired {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const body = text.slice(mark.length);
  const project = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile("wiring.ts", body);
  if (project.getProgram().getSyntacticDiagnostics(file).length > 0)
    return { kind: "cannot", why: "it has a syntax error" };
  const tools = exported === undefined ? toolsObject(file) : exportedObject(file, exported);
  if (tools.kind === "no call") return tools;
  if (tools.kind === "imported") return { kind: "elsewhere", module: tools.module, name: tools.name };
  if (tools.kind === "other shape") return { kind: "cannot", why: tools.why };
  const properties = tools.object.getProperties();
  if (properties.some((property) => nameOf(property) === link.name)) return { kind: "wired already" };
  const last = properties.at(-1);
  const place = {
    start: tools.object.getStart() + 1,
    end: tools.object.getEnd() - 1,
    last: last ? { start: last.getStart(), end: last.getEnd() } : null,
  };
  const imports = insertImport(file, link);
  const property = insertProperty(body, place, propertyText(link, quoteOf(file.getImportDeclarations().at(-1))));
  if (typeof imports === "string") return { kind: "cannot", why: imports };
  if (property === null) return { kind: "cannot", why: 'its "tools" hold nothing but a comment' };
  return { kind: "wired", text: mark + applyInsertions(body, [...imports, ...property]) };
}

/** The property that links a tool. */
export function propertyText({ name, constName }: Link, quote: string): string {
  if (name === constName) return name;
  return `${isPlainKey(name) ? name : `${quote}${name}${quote}`}: ${constName}`;
}

function insertImport(file: SourceFile, { constName, module: built }: Link): readonly Insertion[] | string {
  const [declared, ...others] = declarationsOf(constName, file);
  const imports = file.getImportDeclarations();
  const module = endedLike(imports, built);
  if (declared) {
    const isOurs =
      Node.isImportSpecifier(declared) &&
      declared.getName() === constName &&
      withoutEnding(declared.getImportDeclaration().getModuleSpecifierValue()) === withoutEnding(built);
    return isOurs && others.length === 0 ? [] : `it means something else by ${constName}`;
  }
  const folder = module.slice(0, module.lastIndexOf("/") + 1);
  const before = imports.filter((each) => {
    const specifier = each.getModuleSpecifierValue();
    return specifier.startsWith(folder) && !specifier.slice(folder.length).includes("/") && specifier < module;
  });
  const after = before.at(-1) ?? imports.at(-1);
  if (!after) {
    const at = /^#!.*\r?\n/.exec(file.getFullText())?.[0].length ?? 0;
    return [{ at, text: `import { ${constName} } from "${module}";${lineEnd(file.getFullText())}` }];
  }
  const quote = quoteOf(after);
  const semicolon = after.getText().endsWith(";") ? ";" : "";
  const text = file.getFullText();
  const rest = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(after.getEnd()))?.[0] ?? "";
  const line = `import { ${constName} } from ${quote}${module}${quote}${semicolon}`;
  return [{ at: after.getEnd() + rest.length, text: lineEnd(text) + line }];
}

/** Relative imports end as those of the file do: with what will run, with what is written, or with nothing. */
function endedLike(imports: readonly ImportDeclaration[], module: string): string {
  const own = imports.map((each) => each.getModuleSpecifierValue()).filter((each) => each.startsWith("."));
  if (own.length === 0 || own.some((each) => /\.[cm]?js$/.test(each))) return module;
  return own.some((each) => /\.[cm]?ts$/.test(each)) ? module.replace(/js$/, "ts") : withoutEnding(module);
}

function withoutEnding(module: string): string {
  return module.replace(/\.[cm]?[jt]s$/, "");
}

function quoteOf(declaration: ImportDeclaration | undefined): string {
  return declaration?.getModuleSpecifier().getQuoteKind() === QuoteKind.Single ? "'" : '"';
}
