import type { Json } from "../../../tool/json.js";
import { type FoundCall, malformed } from "../found-call.js";
import { Cursor, Unreadable } from "../literals/cursor.js";
import { python } from "../literals/python.js";
import { readMembers, readValue } from "../literals/read-value.js";
import { setMember } from "../set-member.js";
import type { WholeFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

const start = /^\[\s*([A-Za-z_][\w.]*)\s*\((\s*\w+\s*=)?/;
const name = /[A-Za-z_][\w.]*/y;
/** What may be left of a word, a number or an escape where a text was cut. */
const cutOff = /^(?:[\w.+-]{0,40}|\\\w{0,9})$/;

/** `[get_order(id="x"), refund(order_id='a', ok=True)]`, where the whole text is such a list. */
export const pythonList: WholeFormat<string> = (response) => {
  const text = response.trim();
  const first = start.exec(text);
  if (!first) return null;
  const cursor = new Cursor(text, 1);
  const calls: FoundCall[] = [];
  try {
    readMembers(cursor, python, "]", () => calls.push(readCall(cursor)));
    return cursor.ended ? calls : null;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // Prose may begin like a list; only what names arguments, ends like one or is cut off was meant as calls.
    const isCut = cutOff.test(text.slice(error.at, error.at + 50));
    if (first[2] === undefined && !isCut && !/\)\s*\]$/.test(text.slice(-100))) return null;
    const near = error.at < text.length ? ` at ${JSON.stringify(text.slice(error.at, error.at + 20))}` : "";
    const message = `The list of calls is not valid: ${error.message}${near}. Write [tool_name(parameter="value", other=1)]. None of its calls was run.`;
    return [malformed("python", toolName(first[1]), message)];
  }
};

function readCall(cursor: Cursor): FoundCall {
  const tool = toolName(cursor.match(name)?.[0]);
  if (tool === null) cursor.fail("the name of a tool is expected");
  cursor.skipSpace();
  if (!cursor.eat("(")) cursor.fail('"(" is expected');
  const input: { [key: string]: Json } = {};
  readMembers(cursor, python, ")", () => {
    const from = cursor.at;
    const parameter = cursor.match(name)?.[0];
    cursor.skipSpace();
    if (parameter === undefined || !cursor.eat("=")) {
      cursor.at = from;
      return cursor.fail(`every argument of ${tool} must be named`);
    }
    if (Object.hasOwn(input, parameter)) {
      cursor.at = from;
      cursor.fail(`the argument ${parameter} of ${tool} is there twice`);
    }
    setMember(input, parameter, readValue(cursor, python));
  });
  return { kind: "call", tool, input, callId: null, format: "python" };
}
