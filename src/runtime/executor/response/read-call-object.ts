import type { Json } from "../../tool/json.js";
import { readWholeJson } from "./literals/read-json.js";
import { toolName } from "./tool-name.js";

/** What a JSON value says as a call. */
export type CallObject =
  | { readonly ok: true; readonly tool: string; readonly input: Json; readonly id: string | null }
  | { readonly ok: false; readonly tool: string | null; readonly message: string; readonly id: string | null };

const shape = '{"name": "<tool>", "arguments": {…}}';
const nameKeys = ["name", "tool", "function"];
const inputKeys = ["arguments", "input", "parameters"];
const idleKeys = ["id", "type"];

/** Reads a JSON value as a call, in any of the spellings that models use. */
export function readCallObject(value: Json): CallObject {
  if (!isObject(value)) return refuse(null, `A call must be a JSON object like ${shape}.`);
  // The spelling of OpenAI's API: {"type": "function", "function": {"name": …, "arguments": …}}.
  if (isObject(value.function) && nameKeys.every((key) => key === "function" || !Object.hasOwn(value, key)))
    return { ...readCallObject(value.function), id: idOf(value) };
  const id = idOf(value);
  const names = nameKeys.filter((key) => Object.hasOwn(value, key));
  const inputs = inputKeys.filter((key) => Object.hasOwn(value, key));
  const [nameKey, secondName] = names;
  const [inputKey, secondInput] = inputs;
  if (nameKey === undefined) return refuse(null, `The call names no tool. Write it as ${shape}.`, id);
  const tool = toolName(value[nameKey]);
  if (secondName !== undefined)
    return refuse(tool, `The call has both "${nameKey}" and "${secondName}". Keep "name" only.`, id);
  if (tool === null)
    return refuse(null, `The "${nameKey}" of the call is not the name of a tool. Write it as ${shape}.`, id);
  if (secondInput !== undefined)
    return refuse(tool, `The call of ${tool} has both "${inputKey}" and "${secondInput}". Keep "arguments" only.`, id);
  if (inputKey === undefined) {
    const strange = Object.keys(value).find((key) => key !== nameKey && !idleKeys.includes(key));
    if (strange === undefined) return { ok: true, tool, input: {}, id };
    return refuse(tool, `The call of ${tool} has no "arguments". Write it as ${shape}.`, id);
  }
  const read = readArguments(tool, value[inputKey]);
  return read.ok ? { ok: true, tool, input: read.input, id } : refuse(tool, read.message, id);
}

/** Whether a value is a call and nothing besides: a name, arguments, no other key. */
export function isBareCallObject(value: Json): boolean {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  const name = keys.find((key) => nameKeys.includes(key));
  const input = keys.find((key) => inputKeys.includes(key));
  if (keys.length !== 2 || name === undefined || input === undefined) return false;
  return toolName(value[name]) !== null && isObject(value[input]);
}

/** The arguments of a call, given as an object or as its JSON text. */
export function readArguments(
  tool: string,
  given: unknown,
): { readonly ok: true; readonly input: Json } | { readonly ok: false; readonly message: string } {
  let value = given;
  if (typeof given === "string") {
    const reading = given.trim() === "" ? ({ ok: true, value: {} } as const) : readWholeJson(given);
    if (!reading.ok)
      return {
        ok: false,
        message: `The arguments of ${tool} are not valid JSON: ${reading.problem}. Write them again.`,
      };
    value = reading.value;
  }
  if (isObject(value)) return { ok: true, input: value };
  return { ok: false, message: `The arguments of ${tool} must be a JSON object like {"<parameter>": <value>}.` };
}

/** The tool that a broken JSON text seems to have meant, for the answer only. */
export function meantTool(text: string, at: number): string | null {
  return toolName(/"(?:name|tool|function)"\s{0,9}:\s{0,9}"([\w.:/-]+)"/.exec(text.slice(at, at + 500))?.[1]);
}

function refuse(tool: string | null, message: string, id: string | null = null): CallObject {
  return { ok: false, tool, message, id };
}

function idOf(value: { readonly [key: string]: Json }): string | null {
  return Object.hasOwn(value, "id") && typeof value.id === "string" && value.id !== "" ? value.id : null;
}

function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
