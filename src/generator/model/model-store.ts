import type { CheckedStore } from "../spec/check-store.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { durationMs } from "../spec/duration.js";
import type { AllocatedName } from "./allocate-names.js";
import { boundedSecrets } from "./bounded-secrets.js";
import type { StoreModel } from "./catalog-model.js";
import { NameScope } from "./schema/name-scope.js";
import { sourcesOf, type TypeModeller } from "./type-modeller.js";

/** Decides everything that is written about one store. */
export function modelStore(
  { document, spec, name }: CheckedStore,
  spelling: AllocatedName,
  types: TypeModeller,
): { readonly store: StoreModel; readonly diagnostics: readonly Diagnostic[] } {
  const valueName = `${spelling.pascal}Value`;
  const constName = `${spelling.camel}Store`;
  const scope = new NameScope(["StorePolicy", valueName, constName]);
  const said = [spec.description, spec.key === undefined ? undefined : `Key: ${spec.key}`].filter(Boolean);
  const value = types.model(
    document,
    spec.value,
    "/value",
    valueName,
    scope,
    `What "${name}" remembers under one key.`,
  );
  const secrets = boundedSecrets(document, value.bundled, "/value", "value");
  return {
    store: {
      specFile: document.file,
      sources: sourcesOf(document, [value]),
      stem: spelling.stem,
      constName,
      valueName,
      doc: said.join("\n\n") || `The store "${name}".`,
      policy: {
        name,
        scope: spec.scope ?? "tenant",
        ttlMs: spec.ttl === undefined ? null : durationMs(spec.ttl),
        ...(secrets.places.length === 0 ? {} : { secrets: secrets.places }),
      },
      types: value.types,
      aliases: value.aliases,
      contract: { schemas: { value: value.bundled }, published: [] },
    },
    diagnostics: [...value.diagnostics, ...secrets.diagnostics],
  };
}
