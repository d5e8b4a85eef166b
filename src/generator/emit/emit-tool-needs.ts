import type { CallUse, StateUse, StoreUse, ToolModel } from "../model/catalog-model.js";
import { docComment } from "./text/doc-comment.js";
import { type InterfaceMember, interfaceText } from "./text/interface-text.js";
import { stringLiteral } from "./text/string-literal.js";

/** The interfaces that tell what a tool's body is given besides its input; "" if that is nothing. */
export function emitToolNeeds(tool: ToolModel): string {
  const name = tool.policy.name;
  const parts = [
    { member: "stores", of: tool.storesName, doc: `What ${name} may remember.`, members: tool.stores.map(store) },
    { member: "answers", of: tool.answersName, doc: `What ${name} may ask a person.`, members: answers(tool) },
    { member: "calls", of: tool.callsName, doc: `The tools that ${name} may call.`, members: tool.calls.map(call) },
    { member: "state", of: tool.statesName, doc: `What ${name} may do to state.`, members: tool.states.map(state) },
  ].filter(({ members }) => members.length > 0);
  if (parts.length === 0) return "";
  const needs = parts.map(({ member, of }) => ({ name: member, type: of }));
  return [
    ...parts.map(({ of, doc, members }) => docComment(doc) + interfaceText(of, members)),
    docComment(`What ${name} is given besides its input.`) + interfaceText(tool.needsName, needs),
  ].join("\n\n");
}

function store({ name, access, valueType, doc }: StoreUse): InterfaceMember {
  return { name, type: `${access === "write" ? "WritableStore" : "ReadableStore"}<${valueType}>`, doc };
}

function answers(tool: ToolModel): readonly InterfaceMember[] {
  return tool.answers.map(({ name, type, doc }) => ({ name, type, doc }));
}

function call({ name, inputName, outputName, policyName }: CallUse): InterfaceMember {
  const result = `Result<typeof ${policyName}, ${outputName}>`;
  return { name, type: `{\n    readonly input: ${inputName};\n    readonly result: ${result};\n  }` };
}

function state({ name, actions, stateType, actionsType, doc }: StateUse): InterfaceMember {
  const allowed = actions.length === 0 ? "never" : actions.map(stringLiteral).join(" | ");
  const flat = `StateHandle<${stateType}, Pick<${actionsType}, ${allowed}>>`;
  const fits = `  readonly ${name}: ${flat};`.length <= 120;
  const broken = `StateHandle<\n    ${stateType},\n    Pick<${actionsType}, ${allowed}>\n  >`;
  return { name, type: fits ? flat : broken, doc };
}
