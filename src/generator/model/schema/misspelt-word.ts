import { closestWord } from "../../spec/closest-word.js";
import { wordChecks } from "./word-checks.js";

/** Words of the drafts that take any value, or whose values the walk over resources reads. */
const unchecked =
  "$id $anchor $dynamicAnchor $recursiveAnchor $recursiveRef $schema $vocabulary $comment const default examples then else contentEncoding contentMediaType contentSchema nullable".split(
    " ",
  );
const known = new Set([...wordChecks.keys(), ...unchecked]);

/** One letter away from these is another word more often than a slip; a lost definition is a lost reference, which is told. */
const tooNear = new Set(["if", "not", "$id", "$schema", "$comment", "$anchor", "definitions"]);
const candidates = [...known].filter((word) => !tooNear.has(word));

/** Words of other vocabularies that are near ours and mean what they say. */
const foreign = new Set(["example", "when", "cost", "tsType", "tsEnumNames"]);

/** The word that an unknown word of a schema was most likely meant to be; undefined where it may be an annotation of somebody's own. */
export function misspeltWord(word: string): string | undefined {
  if (known.has(word) || foreign.has(word) || /^x-/i.test(word)) return undefined;
  // Stricter than for our own words: schemas may carry words that nobody here has heard of.
  const most = word.length <= 8 ? 1 : word.length <= 12 ? 2 : 3;
  return closestWord(word, candidates, most) ?? undefined;
}
