import { childPointer, pointerSegments } from "./json-pointer.js";

type Words = { readonly [word: string]: unknown };

/** Values that let the rest of a tool's spec be looked at, where its own value is wrong or missing. They find nothing themselves. */
const standIns: Words = { description: "-", input: true, effect: "read", approval: "never" };

/** The spec without what is wrong with its shape, so that later checks can look at the rest. Never generated from. */
export function salvage(value: unknown, wrong: readonly string[], file: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const name = (file.split("/").at(-1) ?? "").replace(/\.tool\..*$/, "").replaceAll("-", "_");
  const kept = without(value as Words, "", new Set(wrong.map(wholeList)));
  return { name, ...standIns, ...kept };

  /** Removing one item would move those behind it to other places, so a list goes as a whole. */
  function wholeList(pointer: string): string {
    let here: unknown = value;
    let at = "";
    for (const segment of pointerSegments(pointer)) {
      if (Array.isArray(here)) return at;
      here = typeof here === "object" && here !== null ? (here as Words)[segment] : undefined;
      at = childPointer(at, segment);
    }
    return at;
  }
}

function without(value: Words, at: string, wrong: ReadonlySet<string>): Words {
  return Object.fromEntries(
    Object.entries(value).flatMap(([word, member]) => {
      const pointer = childPointer(at, word);
      if (wrong.has(pointer)) return [];
      const isObject = typeof member === "object" && member !== null && !Array.isArray(member);
      return [[word, isObject ? without(member as Words, pointer, wrong) : member]];
    }),
  );
}
