/** A promise that a run broke. */
export class Violation extends Error {
  override readonly name = "Violation";
}
