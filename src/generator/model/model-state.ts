import type { Json } from "@toolwright/runtime";
import type { CheckedState } from "../spec/check-state.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { childPointer } from "../spec/json-pointer.js";
import { diagnose } from "../spec/spec-document.js";
import { type AllocatedName, allocateNames } from "./allocate-names.js";
import { boundedSecrets } from "./bounded-secrets.js";
import type { StateModel } from "./catalog-model.js";
import { fitsSchema } from "./fits-schema.js";
import { NameScope } from "./schema/name-scope.js";
import { sourcesOf, type TypeModeller } from "./type-modeller.js";

/** Decides everything that is written about one state. */
export function modelState(
  { document, spec, name }: CheckedState,
  spelling: AllocatedName,
  types: TypeModeller,
): { readonly state: StateModel; readonly diagnostics: readonly Diagnostic[] } {
  const own = {
    constName: `${spelling.camel}State`,
    stateName: `${spelling.pascal}State`,
    actionsName: `${spelling.pascal}Actions`,
    reducersName: `${spelling.pascal}Reducers`,
  };
  const actions = [...allocateNames(Object.keys(spec.actions))].map(([action, { pascal }]) => ({
    name: action,
    payloadName: `${spelling.pascal}${pascal}Payload`,
    doc: spec.actions[action]?.description ?? "",
  }));
  const scope = new NameScope(["StatePolicy", ...Object.values(own), ...actions.map(({ payloadName }) => payloadName)]);
  const state = types.model(document, spec.schema, "/schema", own.stateName, scope, `What "${name}" holds.`);
  const payloads = actions.map((action) => ({
    action,
    model: types.model(
      document,
      spec.actions[action.name]?.payload,
      `${childPointer("/actions", action.name)}/payload`,
      action.payloadName,
      scope,
      `What "${action.name}" carries.`,
    ),
  }));
  const parts = [state, ...payloads.map(({ model }) => model)];
  const secrets = boundedSecrets(document, state.bundled, "/schema", "state");
  const diagnostics = [...parts.flatMap((part) => part.diagnostics), ...secrets.diagnostics];
  const sound = !diagnostics.some(({ severity }) => severity === "error");
  const misfit = sound ? fitsSchema(state.bundled, spec.initial) : null;
  return {
    state: {
      specFile: document.file,
      sources: sourcesOf(document, parts),
      stem: spelling.stem,
      pascal: spelling.pascal,
      ...own,
      doc: spec.description ?? `The state "${name}".`,
      policy: {
        name,
        scope: spec.scope ?? "thread",
        initial: spec.initial as Json,
        ...(secrets.places.length === 0 ? {} : { secrets: secrets.places }),
        ...(spec.parallel === "refuse" ? { parallel: "refuse" as const } : {}),
      },
      actions,
      types: parts.flatMap((part) => part.types),
      aliases: parts.flatMap((part) => part.aliases),
      contract: {
        schemas: {
          state: state.bundled,
          ...Object.fromEntries(payloads.map(({ action, model }) => [`action_${action.name}`, model.bundled])),
        },
        published: [],
      },
    },
    diagnostics:
      misfit === null
        ? diagnostics
        : [
            ...diagnostics,
            diagnose(document, {
              code: "initial-does-not-fit",
              pointer: "/initial",
              message: `The initial value does not fit the schema: ${misfit}.`,
              hint: "Change the one or the other.",
            }),
          ],
  };
}
