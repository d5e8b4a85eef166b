import type { Need, ToolModel } from "./catalog-model.js";
import { pascalCase, wordsOfName } from "./words-of-name.js";

/** What linking these tools needs; each interface is named after the need and the tools, since its name is the compiler's message. */
export function wiringNeeds(tools: readonly ToolModel[], taken: ReadonlySet<string>): readonly Need[] {
  const used = new Set(taken);
  const named = (wish: string): string => {
    let name = wish;
    while (used.has(name)) name = `${name}_`;
    used.add(name);
    return name;
  };
  const needs: Need[] = [
    {
      kind: "tools",
      interfaceName: named("NeededByEveryTool"),
      doc: "An implementation of every tool, and of no other.",
    },
  ];
  const effectful = tools.filter(({ policy }) => policy.effect !== "read");
  needs.push(
    effectful.length > 0
      ? {
          kind: "ledger",
          durable: true,
          interfaceName: named(`DurableLedgerNeededBy${list(effectful)}`),
          doc: `A ledger that outlives the process: ${sentence(effectful)} must not be repeated by accident.`,
        }
      : {
          kind: "ledger",
          durable: false,
          interfaceName: named("LedgerNeededByEveryTool"),
          doc: "Any ledger: every tool only reads.",
        },
  );
  for (const group of groupsOf(tools)) {
    const asking = tools.filter(({ policy }) => policy.approval !== "never" && policy.approval.by.includes(group));
    const prefix = pascalCase(wordsOfName(group).words).replace(/Approvers$/, "");
    needs.push({
      kind: "approvers",
      group,
      interfaceName: named(`${prefix}ApproversNeededBy${list(asking)}`),
      doc: `Public keys, by name, of the people in "${group}", who approve ${sentence(asking)}.`,
    });
  }
  const remembering = tools.filter(({ stores }) => stores.length > 0);
  if (remembering.length > 0)
    needs.push({
      kind: "stores",
      interfaceName: named(`StoresNeededBy${list(remembering)}`),
      doc: `Where ${sentence(remembering)} ${remembering.length === 1 ? "remembers" : "remember"}: in the ledger's database, so that outcome and writes are one transaction.`,
    });
  const asking = tools.filter(({ policy }) => policy.env.length > 0);
  if (asking.length > 0)
    needs.push({
      kind: "env",
      interfaceName: named(`EnvNeededBy${list(asking)}`),
      variables: [...new Set(asking.flatMap(({ policy }) => policy.env))].sort(),
      doc: `Settings and secrets of ${sentence(asking)}; asked once an attempt, for the caller.`,
    });
  return needs;
}

function groupsOf(tools: readonly ToolModel[]): readonly string[] {
  const groups = tools.flatMap(({ policy }) => (policy.approval === "never" ? [] : policy.approval.by));
  return [...new Set(groups)].sort();
}

const namedAtMost = 4;

function list(tools: readonly ToolModel[]): string {
  const names = tools.map(({ pascal }) => pascal);
  if (names.length <= namedAtMost) return names.join("And");
  return `${names.slice(0, namedAtMost - 1).join("And")}And${names.length - namedAtMost + 1}Others`;
}

function sentence(tools: readonly ToolModel[]): string {
  const names = tools.map(({ policy }) => policy.name);
  if (names.length === 1) return names[0] ?? "";
  if (names.length <= namedAtMost) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.slice(0, namedAtMost - 1).join(", ")} and ${names.length - namedAtMost + 1} others`;
}
