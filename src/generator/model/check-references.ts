import { closestWord } from "../spec/closest-word.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import type { DiagnosticCode } from "../spec/explanations.js";
import { childPointer } from "../spec/json-pointer.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { diagnose, type Finding } from "../spec/spec-document.js";
import type { ToolSpec } from "../spec/tool-spec.js";
import { type CatalogEntries, noEntries } from "./catalog-entry.js";

/** Every store, state, action and tool that a tool names must exist; every store and state should be used. */
export function checkReferences(specs: CheckedSpecs, others: CatalogEntries = noEntries): readonly Diagnostic[] {
  const { tools, stores, states } = specs;
  const known = {
    stores: [...stores.map(({ name }) => name), ...others.stores.map(({ policy }) => policy.name)],
    actions: new Map([
      ...states.map(({ name, spec }) => [name, Object.keys(spec.actions)] as const),
      ...others.states.map(({ policy, actions }) => [policy.name, actions.map(({ name }) => name)] as const),
    ]),
    approvers: new Map([
      ...tools.map(({ spec }) => [spec.name, approvers(spec)] as const),
      ...others.tools.map(
        ({ policy }) => [policy.name, policy.approval === "never" ? [] : policy.approval.by] as const,
      ),
    ]),
  };
  const named = tools.flatMap(({ document, spec }) =>
    [
      ...missing("store", Object.keys(spec.stores ?? {}), known.stores, "/stores"),
      ...missing("state", Object.keys(spec.state ?? {}), [...known.actions.keys()], "/state"),
      ...missingActions(spec, known.actions),
      ...calls(spec, known.approvers),
    ].map((finding) => diagnose(document, finding)),
  );
  const used = {
    store: new Set([
      ...tools.flatMap(({ spec }) => Object.keys(spec.stores ?? {})),
      ...others.tools.flatMap((tool) => tool.stores.map(({ name }) => name)),
    ]),
    state: new Set([
      ...tools.flatMap(({ spec }) => Object.keys(spec.state ?? {})),
      ...others.tools.flatMap((tool) => tool.states.map(({ name }) => name)),
    ]),
  };
  const files = [
    ...stores.map((file) => ({ ...file, kind: "store" as const, word: "stores" })),
    ...states.map((file) => ({ ...file, kind: "state" as const, word: "state" })),
  ];
  const idle = files
    .filter(({ kind, name }) => !used[kind].has(name))
    .map(({ document, name, kind, word }) =>
      diagnose(document, {
        code: `unused-${kind}`,
        severity: "warning",
        pointer: "",
        message: `No tool uses the ${kind} ${JSON.stringify(name)}.`,
        hint: `Name it under ${JSON.stringify(word)} of a tool, or remove the file.`,
      }),
    );
  return [...named, ...idle];
}

function missing(
  kind: "store" | "state",
  names: readonly string[],
  known: readonly string[],
  at: string,
): readonly Finding[] {
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closestWord(name, known);
      const hint = meant ? `Did you mean ${JSON.stringify(meant)}?` : `Add ${name.replaceAll("_", "-")}.${kind}.json.`;
      return absent(
        `no-such-${kind}`,
        childPointer(at, name),
        "word",
        `There is no ${kind} called ${JSON.stringify(name)}.`,
        hint,
      );
    });
}

function missingActions(spec: ToolSpec, states: ReadonlyMap<string, readonly string[]>): readonly Finding[] {
  return Object.entries(spec.state ?? {}).flatMap(([name, actions]) => {
    const known = states.get(name) ?? [];
    return actions.flatMap((action, index) => {
      if (known.length === 0 || known.includes(action)) return [];
      const meant = closestWord(action, known);
      const hint = meant ? `Did you mean ${JSON.stringify(meant)}?` : `Its actions are: ${known.join(", ")}.`;
      const at = childPointer(childPointer("/state", name), index);
      return [
        absent(
          "no-such-action",
          at,
          "value",
          `The state ${JSON.stringify(name)} has no action ${JSON.stringify(action)}.`,
          hint,
        ),
      ];
    });
  });
}

function calls(spec: ToolSpec, tools: ReadonlyMap<string, readonly string[]>): readonly Finding[] {
  return (spec.calls ?? []).flatMap((name, index) => {
    const at = `/calls/${index}`;
    const called = tools.get(name);
    if (!called) {
      const meant = closestWord(name, [...tools.keys()]);
      const hint = meant ? `Did you mean ${JSON.stringify(meant)}?` : "Add its spec, or remove the call.";
      return [absent("no-such-tool", at, "value", `There is no tool called ${JSON.stringify(name)}.`, hint)];
    }
    const own = approvers(spec);
    const lacking = called.filter((group) => !own.includes(group));
    if (lacking.length === 0) return [];
    const who = lacking.map((group) => JSON.stringify(group)).join(" and ");
    const message = `${name} is approved by ${who}, who do not approve ${spec.name}.`;
    return [absent("call-without-approvers", at, "value", message, 'Add them to "approval.by", or remove the call.')];
  });
}

function approvers({ approval = "never" }: ToolSpec): readonly string[] {
  if (approval === "never") return [];
  return approval === "always" ? ["approvers"] : (approval.by ?? ["approvers"]);
}

function absent(code: DiagnosticCode, pointer: string, part: "word" | "value", message: string, hint: string): Finding {
  return { code, pointer, part, message, hint };
}
