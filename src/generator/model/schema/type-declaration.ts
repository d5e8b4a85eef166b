import type { Shape } from "./shape.js";

/** A type to declare: its name is decided, its schema lowered. */
export interface TypeDeclaration {
  readonly name: string;
  readonly schema: Shape;
  /** Text of its JSDoc, not yet escaped. */
  readonly doc: string;
}
