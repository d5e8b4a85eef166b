import type { StateModel } from "../model/catalog-model.js";
import { generatedHeader } from "./generated-header.js";
import { docComment } from "./text/doc-comment.js";
import { extrasText } from "./text/extras-text.js";
import { interfaceText } from "./text/interface-text.js";
import { stringLiteral } from "./text/string-literal.js";
import { valueLiteral } from "./text/value-literal.js";

/** The texts for the holes of a state's module. `types` are its declarations, already printed. */
export function emitState(state: StateModel, types: string): { readonly [hole: string]: string } {
  const { policy, stateName } = state;
  const actions = state.actions.map(({ name, payloadName, doc }) => ({ name, type: payloadName, doc }));
  const reducers = state.actions.map(({ name, payloadName }) => ({
    name,
    type: `(state: ${stateName}, payload: ${payloadName}) => ${stateName}`,
  }));
  return {
    header: generatedHeader(state.specFile),
    types: types.trimEnd(),
    actions: docComment(`What each action on "${policy.name}" carries.`) + interfaceText(state.actionsName, actions),
    reducers: docComment(`How each action changes "${policy.name}".`) + interfaceText(state.reducersName, reducers),
    doc: docComment(state.doc).trimEnd(),
    constName: state.constName,
    name: stringLiteral(policy.name),
    scope: stringLiteral(policy.scope),
    initial: valueLiteral(policy.initial, 2, "initial: ".length, 1),
    extras: extrasText({ parallel: policy.parallel, secrets: policy.secrets }),
    contract: stringLiteral(`../contracts/${state.stem}.state.js`),
  };
}
