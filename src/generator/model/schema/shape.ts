/** What a TypeScript type can say of a schema: the lowered form that declarations are printed from. */
export type Shape =
  | { readonly kind: "unknown" | "never" | "string" | "number" | "boolean" | "null" }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  /** Fixed texts with any text between each two. */
  | { readonly kind: "template"; readonly texts: readonly string[] }
  | { readonly kind: "reference"; readonly name: string }
  | { readonly kind: "array"; readonly items: Shape }
  | TupleShape
  | ObjectShape
  | { readonly kind: "union"; readonly shapes: readonly Shape[] }
  | { readonly kind: "intersection"; readonly shapes: readonly Shape[] };

export interface TupleShape {
  readonly kind: "tuple";
  readonly items: readonly Shape[];
  /** How many of the items are always there. */
  readonly required: number;
  readonly rest: Shape;
}

export interface ObjectShape {
  readonly kind: "object";
  readonly members: readonly Member[];
  /** What members can be whose names have the form of a template. */
  readonly patterns: readonly PatternMembers[];
  /** What members that are not listed and match no pattern can be; `never` closes the object. */
  readonly rest: Shape;
}

export interface PatternMembers {
  /** Fixed texts with any text between each two. */
  readonly texts: readonly string[];
  readonly shape: Shape;
}

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly optional: boolean;
  readonly doc: string;
}

export const unknown: Shape = { kind: "unknown" };
export const never: Shape = { kind: "never" };
