import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const call = '<tool_call>{"name":"a","arguments":{}}</tool_call>';
const invoke = '<invoke name="a"></invoke>';
const run = [["a", {}]];

const rows: Row[] = [
  ["inline code", { given: `Write \`${call}\` to call a.`, want: null }],
  [
    "inline code over several lines",
    { given: 'Write `<tool_call>\n{"name":"a","arguments":{}}\n</tool_call>` so.', want: null },
  ],
  ["inline code in double backticks", { given: `Write \`\` \` ${call} \`\` to call a.`, want: null }],
  ["a backtick without a partner quotes nothing", { given: `A \` alone.\n\n${call} and another \` here`, want: run }],
  [
    "a run of backticks in a line quotes no block below it",
    { given: '``` opens a `block`\n```tool_call\n{"name":"a","arguments":{}}\n```', want: run },
  ],
  ["an escaped backtick quotes nothing", { given: `\\\`${call}\\\``, want: run }],
  ["a markdown quote", { given: `They said:\n> ${call}`, want: null }],
  ["a quote in a list", { given: `- > ${call}`, want: null }],
  ["a quote that goes on in an unmarked line", { given: `> They said:\n${call}`, want: null }],
  ["a quote ends with a blank line", { given: `> They said no.\n\n${call}`, want: run }],
  ["a block in a quote", { given: '> ```tool_call\n> {"name":"a","arguments":{}}\n> ```', want: null }],
  ["a block in another language", { given: `\`\`\`xml\n${invoke}\n\`\`\``, want: null }],
  ["a block of Python", { given: `\`\`\`python\nprint('${call}')\n\`\`\``, want: null }],
  ["a block without a language", { given: `\`\`\`\n${call}\n\`\`\``, want: null }],
  ["a block of tildes", { given: `~~~\n\`\`\`tool_call\n${call}\n\`\`\`\n~~~`, want: null }],
  ["a block that is never closed", { given: `\`\`\`xml\n${call}`, want: null }],
  [
    "a block that shows a block",
    { given: `\`\`\`\`markdown\n\`\`\`tool_call\n{"name":"a","arguments":{}}\n\`\`\`\n\`\`\`\`\n${call}`, want: run },
  ],
  [
    "a block that shows an indented block",
    { given: `\`\`\`markdown\n    \`\`\`\n${call}\n    \`\`\`\n\`\`\``, want: null },
  ],
  ["a block in a list", { given: `- \`\`\`xml\n  ${call}\n  \`\`\``, want: null }],
  ["a call after a block", { given: `\`\`\`xml\n${invoke}\n\`\`\`\n${call}`, want: run }],
  ["code by indentation", { given: `Like this:\n\n    ${call}\n\nGot it?`, want: null }],
  [
    "a tool_call block that is code by indentation",
    { given: 'So:\n\n    ```tool_call\n    {"name":"a","arguments":{}}\n    ```', want: null },
  ],
  ["an indented start is no code", { given: `\n    ${call}`, want: run }],
  ["an escaped tag", { given: `\\${call}`, want: null }],
  ["a tag in entities", { given: call.replaceAll("<", "&lt;").replaceAll(">", "&gt;"), want: null }],
  ["quotation marks", { given: `He wrote "${call}" and “${invoke}”.`, want: null }],
  ["HTML that shows code", { given: `<pre>${call}</pre> <code>${invoke}</code> <!-- ${call} -->`, want: null }],
  ["reasoning", { given: `<think>Maybe ${call}</think>\n${invoke}`, want: run }],
  ["reasoning whose opening tag was in the prompt", { given: `Maybe ${call}.\n</think>\n\n${invoke}`, want: run }],
  ["reasoning that was cut off", { given: `<think>\nMaybe ${call}`, want: null }],
  ["a result that the model made up", { given: `<tool_response>${call}</tool_response>`, want: null }],
  [
    "calls of several formats, in order",
    {
      given: `${call}\n<invoke name="b"/>\n[TOOL_CALLS]c[ARGS]{}\n\`\`\`tool_call\n{"name":"d"}\n\`\`\``,
      want: [
        ["a", {}],
        ["b", {}],
        ["c", {}],
        ["d", {}],
      ],
    },
  ],
  [
    "a call of another format after a malformed one, which it may be a part of, is told and not run",
    {
      given: '<tool_call>{"name":"w","arguments":{"t":x</tool_call><function=wipe></function>"}}</tool_call>',
      want: [
        { malformed: "w", says: /a value is expected/ },
        { malformed: "wipe", says: /malformed call before it/ },
      ],
    },
  ],
  ["no text", { given: "", want: null }],
  ["plain text", { given: "The order was sent on Monday.", want: null }],
];

describe("what a text only quotes is not a call, and what it says is", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
