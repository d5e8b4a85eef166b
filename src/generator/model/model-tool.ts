import type { ToolPolicy } from "@toolwright/runtime";
import type { CheckedTool } from "../spec/check-tool.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { childPointer } from "../spec/json-pointer.js";
import { diagnose } from "../spec/spec-document.js";
import type { ToolSpec } from "../spec/tool-spec.js";
import { type AllocatedName, allocateNames } from "./allocate-names.js";
import { boundedSecrets } from "./bounded-secrets.js";
import type { StateEntry, StoreEntry } from "./catalog-entry.js";
import type { CallUse, StateUse, StoreUse, ToolModel } from "./catalog-model.js";
import { checkPointers } from "./check-pointers.js";
import { NameScope } from "./schema/name-scope.js";
import { specDigest } from "./spec-digest.js";
import { toolPolicy } from "./tool-policy.js";
import { toolSpelling } from "./tool-spelling.js";
import { type NamedType, sourcesOf, type TypeModeller } from "./type-modeller.js";

/** Names that a tool's module imports, which its own types must therefore not take. */
const imported = ["ReadableStore", "Result", "StateHandle", "ToolPolicy", "TypedTool", "WritableStore"];

/** What a tool's spec may name, modelled before it. */
export interface Surroundings {
  readonly stores: ReadonlyMap<string, StoreEntry>;
  readonly states: ReadonlyMap<string, StateEntry>;
  /** How every tool of the catalog is spelt, and where its spec is. */
  readonly tools: ReadonlyMap<string, { readonly spelling: AllocatedName; readonly specFile: string }>;
  readonly types: TypeModeller;
}

/** Decides everything that is written about one tool. */
export function modelTool(
  { document, spec }: CheckedTool,
  spelling: AllocatedName,
  around: Surroundings,
): { readonly tool: ToolModel; readonly diagnostics: readonly Diagnostic[] } {
  const own = toolSpelling(spelling);
  const uses = usesOf(spec, around);
  const questions = allocateNames(Object.keys(spec.asks ?? {}));
  const answers = [...questions].map(([name, { pascal }]) => ({ name, type: `${spelling.pascal}${pascal}Answer` }));
  const scope = new NameScope([
    ...imported,
    ...Object.values(own),
    ...answers.map(({ type }) => type),
    ...uses.stores.map(({ valueType }) => valueType),
    ...uses.states.flatMap(({ stateType, actionsType }) => [stateType, actionsType]),
    ...uses.calls.flatMap(({ inputName, outputName }) => [inputName, outputName]),
  ]);
  const model = (schema: unknown, pointer: string, name: string, doc: string, within = scope): NamedType =>
    around.types.model(document, schema, pointer, name, within, doc);
  const input = model(spec.input, "/input", own.inputName, `What ${spec.name} takes.`);
  const output = model(spec.output ?? true, "/output", own.outputName, `What ${spec.name} gives.`);
  const answered = answers.map(({ name, type }) => ({
    name,
    model: model(spec.asks?.[name]?.answer, `${childPointer("/asks", name)}/answer`, type, `The answer to "${name}".`),
  }));
  const when = typeof spec.approval === "object" ? spec.approval.when : undefined;
  const rule = typeof when === "object" ? model(when, "/approval/when", "ApprovalWhen", "", new NameScope()) : null;
  const secrets = {
    input: boundedSecrets(document, input.bundled, "/input", "input"),
    output: boundedSecrets(document, output.bundled, "/output", "output"),
    answers: answered.map(({ name, model: { bundled } }) => {
      const found = boundedSecrets(document, bundled, `${childPointer("/asks", name)}/answer`, `answer to "${name}"`);
      return { name, ...found };
    }),
  };
  const schemas = {
    input: input.bundled,
    output: output.bundled,
    ...(rule ? { approvalWhen: rule.bundled } : {}),
    ...Object.fromEntries(answered.map(({ name, model }) => [`answer_${name}`, model.bundled])),
  };
  const parts = [input, output, ...answered.map(({ model }) => model)];
  const { name, title, description, ...rest } = toolPolicy(spec, secretsPolicy(spec, secrets));
  const digest = specDigest({ name, title, description, ...rest, schemas });
  return {
    tool: {
      specFile: document.file,
      sources: sourcesOf(document, rule ? [...parts, rule] : parts, filesNamed(spec, around)),
      stem: spelling.stem,
      pascal: spelling.pascal,
      ...own,
      policy: { name, title, description, specDigest: digest, ...rest },
      types: parts.flatMap(({ types }) => types),
      aliases: parts.flatMap(({ aliases }) => aliases),
      ...uses,
      answers: answers.map((answer) => ({ ...answer, doc: spec.asks?.[answer.name]?.message ?? "" })),
      contract: { schemas, published: ["input", "output"] },
    },
    diagnostics: [
      ...parts.flatMap(({ diagnostics }) => diagnostics),
      ...(rule?.diagnostics ?? []),
      ...checkPointers(spec, input.bundled).map((finding) => diagnose(document, finding)),
      ...[secrets.input, secrets.output, ...secrets.answers].flatMap(({ diagnostics }) => diagnostics),
    ],
  };
}

type Places = { readonly places: readonly string[] };

/** An answer that is the result keeps its secrets there. */
function secretsPolicy(
  { asks = {} }: ToolSpec,
  found: { readonly input: Places; readonly output: Places; readonly answers: readonly (Places & { name: string })[] },
): NonNullable<ToolPolicy["secrets"]> {
  const answers = found.answers.filter(({ places }) => places.length > 0);
  const results = answers.filter(({ name }) => asks[name]?.then === "result").flatMap(({ places }) => places);
  return {
    input: found.input.places,
    output: [...new Set([...found.output.places, ...results])].sort(),
    ...(answers.length === 0 ? {} : { answers: Object.fromEntries(answers.map(({ name, places }) => [name, places])) }),
  };
}

function usesOf(
  spec: ToolSpec,
  { stores, states, tools }: Surroundings,
): { readonly stores: readonly StoreUse[]; readonly states: readonly StateUse[]; readonly calls: readonly CallUse[] } {
  return {
    stores: Object.entries(spec.stores ?? {}).flatMap(([name, access]) => {
      const store = stores.get(name);
      return store ? [{ name, access, valueType: store.valueName, stem: store.stem, doc: store.doc }] : [];
    }),
    states: Object.entries(spec.state ?? {}).flatMap(([name, actions]) => {
      const state = states.get(name);
      if (!state) return [];
      const { stateName: stateType, actionsName: actionsType, stem, doc } = state;
      return [{ name, actions, stateType, actionsType, stem, doc }];
    }),
    calls: (spec.calls ?? []).flatMap((name) => {
      const spelling = tools.get(name)?.spelling;
      if (!spelling) return [];
      const { inputName, outputName, policyName } = toolSpelling(spelling);
      return [{ name, inputName, outputName, policyName, stem: spelling.stem }];
    }),
  };
}

/** The files of the stores, states and tools that a spec names. */
function filesNamed(spec: ToolSpec, { stores, states, tools }: Surroundings): readonly string[] {
  const files = [
    ...Object.keys(spec.stores ?? {}).map((name) => stores.get(name)?.specFile),
    ...Object.keys(spec.state ?? {}).map((name) => states.get(name)?.specFile),
    ...(spec.calls ?? []).map((name) => tools.get(name)?.specFile),
  ];
  return files.filter((file) => file !== undefined);
}
