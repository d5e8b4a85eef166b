import { executorCalls } from "../../check/code/executor-options.js";
import type { Code } from "../../check/code/read-code.js";
import { applyInsertions, insertProperty } from "./insert-property.js";

/** Gives an executor without stores those of its ledger; null where none lacks them, or it cannot be told. */
export function addStores(code: Code): { readonly path: string; readonly text: string } | null {
  const [lacking, another] = executorCalls(code).filter(
    ({ options, isOpen }) => !isOpen && !options.getProperty("stores"),
  );
  const last = lacking?.options.getProperties().at(-1);
  if (!lacking || another || !last) return null;
  const file = lacking.call.getSourceFile();
  const text = file.getFullText();
  const place = {
    start: lacking.options.getStart() + 1,
    end: lacking.options.getEnd() - 1,
    last: { start: last.getStart(), end: last.getEnd() },
  };
  const insertions = insertProperty(text, place, 'stores: "ledger"');
  return insertions && { path: file.getFilePath().slice(1), text: applyInsertions(text, insertions) };
}
