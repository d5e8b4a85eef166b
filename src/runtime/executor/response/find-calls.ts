import { bounds } from "./bounds.js";
import { anthropic } from "./formats/anthropic.js";
import { jsonFence, toolCallFence } from "./formats/fence.js";
import { functionTag } from "./formats/function-tag.js";
import { gemini } from "./formats/gemini.js";
import { invokeTag } from "./formats/invoke-tag.js";
import { openAiChat } from "./formats/openai-chat.js";
import { openAiResponses } from "./formats/openai-responses.js";
import { pythonList } from "./formats/python-list.js";
import { toolCallTag } from "./formats/tool-call-tag.js";
import { toolCallsMarker } from "./formats/tool-calls-marker.js";
import { type FoundCall, malformed } from "./found-call.js";
import { scanText } from "./scan-text.js";
import type { FenceFormat, TagFormat, WholeFormat } from "./text-format.js";

/** The calls of a response, in order of appearance; at least one. */
export interface FoundCalls {
  readonly calls: readonly FoundCall[];
}

const structures: readonly WholeFormat<object>[] = [openAiChat, openAiResponses, anthropic, gemini];
const wholeTexts: readonly WholeFormat<string>[] = [pythonList];
const tags: readonly TagFormat[] = [toolCallTag, invokeTag, functionTag, toolCallsMarker];
const fences: readonly FenceFormat[] = [toolCallFence, jsonFence];

/** Finds the calls in a model's text or in a provider's structured response; null if there is none. Never throws. */
export function findCalls(response: unknown): FoundCalls | null {
  const calls = typeof response === "string" ? inText(response) : inStructure(response);
  if (calls.length === 0) return null;
  if (calls.length <= bounds.calls) return { calls };
  const kept = calls.slice(0, bounds.calls);
  const message = `The response has more than ${bounds.calls} calls; the first ${bounds.calls} were taken and no other. Make the rest in another response.`;
  return { calls: [...kept, malformed(kept[0]?.format ?? "text", null, message)] };
}

function inText(text: string): readonly FoundCall[] {
  if (text.length > bounds.text) return inLongText(text);
  for (const format of wholeTexts) {
    const calls = format(text);
    if (calls) return calls;
  }
  return scanText(text, { tags, fences });
}

/** A text past the bound is only searched for signs of a call, to tell the model; a text without any is just long. */
function inLongText(text: string): readonly FoundCall[] {
  const rest = text.slice(bounds.text - longestSign);
  const signs = [...tags.map(({ opener }) => opener), ...fences.flatMap(({ languages }) => languages.map(asFence))];
  const hasSign = signs.some((sign) => rest.includes(sign)) || inText(text.slice(0, bounds.text)).length > 0;
  const message = `The response is longer than ${bounds.text} characters, so no call in it was run. Make the call in a shorter response.`;
  return hasSign ? [malformed("text", null, message)] : [];
}

const longestSign = 20;

function asFence(language: string): string {
  return `\`\`\`${language}`;
}

function inStructure(response: unknown): readonly FoundCall[] {
  if (typeof response !== "object" || response === null) return [];
  try {
    for (const format of structures) {
      const calls = format(response);
      if (calls) return calls;
    }
    return [];
  } catch {
    // Only an object whose getters throw comes here; what it would have said is not known.
    return [];
  }
}
