import type { ErrorObject } from "ajv";
import { closestWord } from "./closest-word.js";
import { childPointer, pointerSegments } from "./json-pointer.js";
import type { Finding } from "./spec-document.js";

interface ParentSchema {
  readonly properties?: { readonly [word: string]: { readonly description?: string } };
  readonly description?: string;
  /** Stands in for a description in definitions: editors would show that instead of what the place itself says. */
  readonly $comment?: string;
}

/** Says in a sentence what one ajv error means for the author of the file. */
export function shapeFinding(error: ErrorObject, kind: string): Finding {
  const pointer = error.instancePath;
  const parent = (error.parentSchema ?? {}) as ParentSchema;
  const place = placeOf(pointer, kind);
  switch (error.keyword) {
    case "additionalProperties":
    case "unevaluatedProperties": {
      const word = String(error.params.additionalProperty);
      const words = Object.keys(parent.properties ?? {}).filter((known) => known !== "$schema");
      const meant = closestWord(word, words);
      return {
        code: "unknown-word",
        pointer: childPointer(pointer, word),
        part: "word",
        message: `${quote(word)} is not a word of ${place}.`,
        hint: meant ? `Did you mean ${quote(meant)}?` : `The words are: ${words.join(", ")}.`,
      };
    }
    case "required": {
      const word = String(error.params.missingProperty);
      return {
        code: "missing-word",
        pointer,
        message: `${capitalise(place)} needs ${quote(word)}.`,
        hint: parent.properties?.[word]?.description ?? `Add ${quote(word)}.`,
      };
    }
    case "enum":
    case "const": {
      const allowed = (error.params.allowedValues ?? [error.params.allowedValue]) as readonly unknown[];
      const meant = typeof error.data === "string" ? closestWord(error.data, allowed.map(String)) : null;
      return {
        code: "wrong-value",
        pointer,
        message: `${capitalise(place)} cannot be ${show(error.data)}.`,
        hint: meant ? `Did you mean ${quote(meant)}?` : `It can be ${allowed.map(show).join(", ")}.`,
      };
    }
    default: {
      const named = error.propertyName === undefined ? pointer : childPointer(pointer, error.propertyName);
      return {
        code: "wrong-value",
        pointer: named,
        part: error.propertyName === undefined ? "value" : "word",
        message:
          error.propertyName === undefined
            ? `${capitalise(place)} ${demand(error)}.`
            : `${quote(error.propertyName)} cannot be a name in ${place}.`,
        hint: parent.description ?? parent.$comment ?? demandHint(error),
      };
    }
  }
}

function demand(error: ErrorObject): string {
  switch (error.keyword) {
    case "type":
      return `must be ${article(error.params.type as string | readonly string[])}, not ${show(error.data)}`;
    case "pattern":
      return `cannot be ${show(error.data)}`;
    case "minLength":
    case "minItems":
      return "must not be empty";
    default:
      return `${error.message ?? "has the wrong shape"}, not ${show(error.data)}`;
  }
}

function demandHint(error: ErrorObject): string {
  return error.keyword === "pattern" ? `It must match ${String(error.params.pattern)}.` : "See docs/spec.md.";
}

function article(type: string | readonly string[]): string {
  const types = (typeof type === "string" ? type.split(",") : type).map((one) =>
    /^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`,
  );
  return types.join(" or ");
}

function placeOf(pointer: string, kind: string): string {
  const segments = pointerSegments(pointer);
  return segments.length === 0 ? `a ${kind} file` : quote(segments.join("."));
}

function quote(word: string): string {
  return JSON.stringify(word);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
