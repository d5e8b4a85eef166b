/** What yargs says about a command line that it cannot read. */
export class Misread extends Error {
  override readonly name = "Misread";
}
