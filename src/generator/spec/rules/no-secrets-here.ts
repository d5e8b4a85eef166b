import { secretsIn } from "../secrets-in.js";
import type { Finding } from "../spec-document.js";

/** Refuses `"secret": true` where nothing seals it: in stores, states and answers. */
export function noSecretsHere(schema: unknown, at: string): readonly Finding[] {
  return secretsIn(schema, at).map((pointer) => ({
    code: "not-honoured-yet",
    pointer,
    part: "word",
    message: '"secret" is honoured in the input and output of tools only.',
    hint: "Remove it and keep secrets out of here; they would be kept in the clear.",
  }));
}
