import type { StoreModel } from "../model/catalog-model.js";
import { generatedHeader } from "./generated-header.js";
import { docComment } from "./text/doc-comment.js";
import { extrasText } from "./text/extras-text.js";
import { stringLiteral } from "./text/string-literal.js";

/** The texts for the holes of a store's module. `types` are its declarations, already printed. */
export function emitStore(store: StoreModel, types: string): { readonly [hole: string]: string } {
  return {
    header: generatedHeader(store.specFile),
    types: types.trimEnd(),
    doc: docComment(store.doc).trimEnd(),
    constName: store.constName,
    valueName: store.valueName,
    name: stringLiteral(store.policy.name),
    scope: stringLiteral(store.policy.scope),
    ttlMs: JSON.stringify(store.policy.ttlMs),
    extras: extrasText({ secrets: store.policy.secrets }),
    contract: stringLiteral(`../contracts/${store.stem}.store.js`),
  };
}
