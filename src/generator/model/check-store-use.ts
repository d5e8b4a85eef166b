import { closestWord } from "../spec/closest-word.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { childPointer } from "../spec/json-pointer.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { diagnose } from "../spec/spec-document.js";

/** Every store a tool names must exist; every store should be used. */
export function checkStoreUse({ tools, stores }: CheckedSpecs): readonly Diagnostic[] {
  const known = stores.map(({ name }) => name);
  const used = new Set(tools.flatMap(({ spec }) => Object.keys(spec.stores ?? {})));
  const missing = tools.flatMap(({ document, spec }) =>
    Object.keys(spec.stores ?? {})
      .filter((name) => !known.includes(name))
      .map((name) => {
        const meant = closestWord(name, known);
        return diagnose(document, {
          code: "no-such-store",
          pointer: childPointer("/stores", name),
          part: "word",
          message: `There is no store called ${JSON.stringify(name)}.`,
          hint: meant ? `Did you mean ${JSON.stringify(meant)}?` : `Add ${name.replaceAll("_", "-")}.store.json.`,
        });
      }),
  );
  const idle = stores
    .filter(({ name }) => !used.has(name))
    .map(({ document, name }) =>
      diagnose(document, {
        code: "unused-store",
        severity: "warning",
        pointer: "",
        message: `No tool uses the store ${JSON.stringify(name)}.`,
        hint: 'Name it under "stores" of a tool, or remove the file.',
      }),
    );
  return [...missing, ...idle];
}
