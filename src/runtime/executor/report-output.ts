import type { OutcomeRecord } from "../ledger/execution-record.js";
import type { ToolContract } from "../tool/contract.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Violation } from "../tool/verdict.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import { clipOutput } from "./clip-output.js";
import { copyJson } from "./copy-json.js";
import { without } from "./json-pointer.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { textOf } from "./text-of.js";

export type Reported = Extract<OutcomeRecord, { kind: "succeeded" | "unreported" }>;

/** Judges what a body returned. The effect has happened by now, so nothing here may say that it has not. */
export function reportOutput(link: Link, tool: LinkedTool, value: unknown): Awaitable<Reported> {
  let output: Json;
  try {
    output = copyJson(value === undefined ? null : value);
  } catch (error) {
    return { kind: "unreported", why: `the output is not JSON: ${(error as Error).message}`, raw: describe(value) };
  }
  return whenThere(tool.contract(), (contract) => judge(link, tool.policy, contract, output));
}

function judge(link: Link, policy: ToolPolicy, contract: ToolContract, returned: Json): Reported {
  const { name, outputLimitBytes, outputOver } = policy;
  let output = returned;
  let verdict = contract.output(output);
  if (!verdict.ok && verdict.violations.every(isExcess)) {
    const excess = verdict.violations.map(({ path }) => path);
    output = copyJson(without(output, excess));
    link.notice({ kind: "excess_output_stripped", tool: name, message: `undeclared output: ${excess.join(", ")}` });
    verdict = contract.output(output);
  }
  const text = JSON.stringify(output);
  if (!verdict.ok)
    return { kind: "unreported", why: `the output is invalid: ${sentence(verdict.violations)}`, raw: text };
  // A character takes three bytes at the most, so that few outputs need to be counted.
  const bytes = text.length * 3 <= outputLimitBytes ? 0 : Buffer.byteLength(text);
  if (bytes > outputLimitBytes && outputOver === "clip") {
    const clipped = clipOutput(output, outputLimitBytes);
    if (clipped !== null && contract.output(clipped).ok) return { kind: "succeeded", output: copyJson(clipped) };
  }
  if (bytes > outputLimitBytes && outputOver !== "keep")
    return { kind: "unreported", why: `the output has ${bytes} bytes, the limit is ${outputLimitBytes}`, raw: text };
  return { kind: "succeeded", output };
}

function isExcess({ keyword }: Violation): boolean {
  return keyword === "additionalProperties" || keyword === "unevaluatedProperties";
}

function sentence(violations: readonly Violation[]): string {
  return violations.map(({ path, message }) => `${path || "/"} ${message}`).join("; ");
}

function describe(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, member) => (typeof member === "bigint" ? `${member}n` : member)) ?? textOf(value)
    );
  } catch {
    return textOf(value);
  }
}
