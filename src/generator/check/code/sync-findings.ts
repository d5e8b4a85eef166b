import { Node, SyntaxKind } from "ts-morph";
import type { CatalogModel, Need, ToolModel } from "../../model/catalog-model.js";
import { closestWord } from "../../spec/closest-word.js";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { executorOption } from "./executor-option.js";
import { executorCalls } from "./executor-options.js";
import { bodyOf, type Code, findingAt, type Made } from "./read-code.js";

/** What hand-written code says that the specs no longer do, with positions. */
export function syncFindings(code: Code, catalog: CatalogModel): readonly Diagnostic[] {
  return [
    ...code.made.flatMap((made) => (made.tool ? undeclaredUses(made, made.tool) : [])),
    ...lackingOptions(code, catalog.needs),
  ];
}

function undeclaredUses(made: Made, { policy, stores }: ToolModel): readonly Diagnostic[] {
  const body = bodyOf(made);
  if (body === null) return [];
  const { name, env, errors } = policy;
  const declared = {
    stores: stores.map((store) => store.name),
    env: [...env],
    fail: Object.keys(errors),
  };
  const undeclared = (node: Node, word: keyof typeof declared, used: string) => {
    const meant = closestWord(used, declared[word]);
    const list = word === "fail" ? "errors" : word;
    return findingAt(
      node,
      "undeclared-use",
      "error",
      `${name} uses ${JSON.stringify(used)}, which its spec does not declare under "${list}".`,
      meant === null ? `Declare it in the spec, or stop using it.` : `Did you mean ${meant}?`,
    );
  };
  const ofMembers = body.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression).flatMap((access) => {
    const holder = access.getExpression().getText().split(".").at(-1) ?? "";
    const isOwn = /^(?:\w+\.)?(?:stores|env)$/.test(access.getExpression().getText());
    if (!isOwn || access.getExpression().getText().startsWith("process.")) return [];
    const word = holder as "stores" | "env";
    return declared[word].includes(access.getName()) ? [] : [undeclared(access.getNameNode(), word, access.getName())];
  });
  const writes = body.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call) => {
    const [, store = "", method = ""] = /(?:^|\.)stores\.(\w+)\.(\w+)$/.exec(call.getExpression().getText()) ?? [];
    const isRead = stores.some((each) => each.name === store && each.access === "read");
    return isRead && /^(put|delete)$/.test(method)
      ? [
          findingAt(
            call.getExpression(),
            "undeclared-use",
            "error",
            `${name} writes to ${store}, which its spec declares as "read".`,
            `Declare "${store}": "write", or stop writing.`,
          ),
        ]
      : [];
  });
  const failures = body.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call) => {
    const [code] = call.getArguments();
    if (!/^(?:\w+\.)?fail$/.test(call.getExpression().getText()) || !Node.isStringLiteral(code)) return [];
    const used = code.getLiteralValue();
    return declared.fail.includes(used) ? [] : [undeclared(code, "fail", used)];
  });
  return [...ofMembers, ...writes, ...failures];
}

function lackingOptions(code: Code, needs: readonly Need[]): readonly Diagnostic[] {
  return executorCalls(code).flatMap(({ call, options, isOpen }) =>
    isOpen
      ? []
      : needs.flatMap((need) => {
          const option = executorOption(need);
          // Stores are what sync adds itself.
          if (option === null || need.kind === "stores" || options.getProperty(option.name)) return [];
          return [
            findingAt(
              call.getExpression(),
              "executor-lacks-option",
              "error",
              `createExecutor is not given "${option.name}". ${need.doc}`,
              `Add it to its options: ${option.example}.`,
            ),
          ];
        }),
  );
}
