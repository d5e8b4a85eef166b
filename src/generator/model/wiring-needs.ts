import type { StateEntry, StoreEntry, ToolEntry } from "./catalog-entry.js";
import type { Need } from "./catalog-model.js";
import { pascalCase, wordsOfName } from "./words-of-name.js";

type Wish = Need extends infer One
  ? One extends Need
    ? Omit<One, "interfaceName"> & { readonly wish: string }
    : never
  : never;

/** What linking these tools needs; each interface is named after the need and the tools, since its name is the compiler's message. */
export function wiringNeeds(
  tools: readonly ToolEntry[],
  states: readonly StateEntry[],
  stores: readonly StoreEntry[],
  taken: ReadonlySet<string>,
): readonly Need[] {
  const used = new Set(taken);
  const wishes = [
    { kind: "tools", wish: "NeededByEveryTool", doc: "An implementation of every tool, and of no other." } as const,
    ledgerWish(tools),
    ...approverWishes(tools),
    ...storesWish(tools),
    ...reducerWishes(tools, states),
    ...sealingWish(tools, states, stores),
    ...envWish(tools),
  ];
  return wishes.map(({ wish, ...need }): Need => {
    let interfaceName = wish;
    while (used.has(interfaceName)) interfaceName = `${interfaceName}_`;
    used.add(interfaceName);
    return { ...need, interfaceName };
  });
}

function ledgerWish(tools: readonly ToolEntry[]): Wish {
  const acting = tools.filter(({ policy }) => policy.effect !== "read");
  if (acting.length === 0)
    return {
      kind: "ledger",
      durable: false,
      wish: "LedgerNeededByEveryTool",
      doc: "Any ledger: every tool only reads.",
    };
  const doc = `A ledger that outlives the process: ${sentence(acting)} must not be repeated by accident.`;
  return { kind: "ledger", durable: true, wish: `DurableLedgerNeededBy${list(acting)}`, doc };
}

function approverWishes(tools: readonly ToolEntry[]): readonly Wish[] {
  const groupsOf = ({ policy }: ToolEntry) => (policy.approval === "never" ? [] : policy.approval.by);
  const groups = [...new Set(tools.flatMap(groupsOf))].sort();
  return groups.map((group) => {
    const asking = tools.filter((tool) => groupsOf(tool).includes(group));
    const prefix = pascalCase(wordsOfName(group).words).replace(/Approvers$/, "");
    const doc = `Public keys, by name, of the people in "${group}", who approve ${sentence(asking)}.`;
    return { kind: "approvers", group, wish: `${prefix}ApproversNeededBy${list(asking)}`, doc };
  });
}

function storesWish(tools: readonly ToolEntry[]): readonly Wish[] {
  const using = tools.filter(({ stores }) => stores.length > 0);
  if (using.length === 0) return [];
  const verb = using.length === 1 ? "remembers" : "remember";
  const doc = `Where ${sentence(using)} ${verb}: in the ledger's database, where outcome and writes are one transaction, or apart from it.`;
  return [{ kind: "stores", wish: `StoresNeededBy${list(using)}`, doc }];
}

function reducerWishes(tools: readonly ToolEntry[], states: readonly StateEntry[]): readonly Wish[] {
  return states.flatMap(({ policy, pascal, reducersName }) => {
    const acting = tools.filter((tool) => tool.states.some(({ name }) => name === policy.name));
    if (acting.length === 0) return [];
    const doc = `How actions of ${sentence(acting)} change "${policy.name}".`;
    const wish = `${pascal}ReducersNeededBy${list(acting)}`;
    return [{ kind: "reducers", state: policy.name, reducersName, wish, doc }];
  });
}

function sealingWish(
  tools: readonly ToolEntry[],
  states: readonly StateEntry[],
  stores: readonly StoreEntry[],
): readonly Wish[] {
  const sealed = (models: readonly (StateEntry | StoreEntry)[], uses: readonly { readonly name: string }[]) =>
    models.some(({ policy }) => policy.secrets !== undefined && uses.some(({ name }) => name === policy.name));
  const secretive = tools.filter(
    (tool) => tool.policy.secrets !== undefined || sealed(stores, tool.stores) || sealed(states, tool.states),
  );
  if (secretive.length === 0) return [];
  const doc = `What seals the secrets of ${sentence(secretive)} in the ledger.`;
  return [{ kind: "sealing", wish: `SealingKeyNeededBy${list(secretive)}`, doc }];
}

function envWish(tools: readonly ToolEntry[]): readonly Wish[] {
  const asking = tools.filter(({ policy }) => policy.env.length > 0);
  if (asking.length === 0) return [];
  const variables = [...new Set(asking.flatMap(({ policy }) => policy.env))].sort();
  const doc = `Settings and secrets of ${sentence(asking)}; asked once an attempt, for the caller.`;
  return [{ kind: "env", variables, wish: `EnvNeededBy${list(asking)}`, doc }];
}

const namedAtMost = 4;

function list(tools: readonly ToolEntry[]): string {
  const names = tools.map(({ pascal }) => pascal);
  if (names.length <= namedAtMost) return names.join("And");
  return `${names.slice(0, namedAtMost - 1).join("And")}And${names.length - namedAtMost + 1}Others`;
}

function sentence(tools: readonly ToolEntry[]): string {
  const names = tools.map(({ policy }) => policy.name);
  if (names.length === 1) return names[0] ?? "";
  if (names.length <= namedAtMost) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  return `${names.slice(0, namedAtMost - 1).join(", ")} and ${names.length - namedAtMost + 1} others`;
}
