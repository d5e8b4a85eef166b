import type { Diagnostic } from "../spec/diagnostic.js";
import { diagnose, type SpecDocument } from "../spec/spec-document.js";
import { secretPlaces } from "./secret-places.js";

/** Where values of a schema hold secrets, or the finding that nobody could list all those places. */
export function boundedSecrets(
  document: SpecDocument,
  schema: unknown,
  pointer: string,
  what: string,
): { readonly places: readonly string[]; readonly diagnostics: readonly Diagnostic[] } {
  const places = secretPlaces(schema);
  if (places !== "endless") return { places, diagnostics: [] };
  const finding = diagnose(document, {
    code: "secret-without-bound",
    pointer,
    part: "word",
    message: `A secret of the ${what} sits inside a schema that contains itself.`,
    hint: "Move the secret out of the part that repeats, or make the whole of that part the secret.",
  });
  return { places: [], diagnostics: [finding] };
}
