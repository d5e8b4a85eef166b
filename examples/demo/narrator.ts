import { styleText } from "node:util";
import { holds, type Proof } from "./proof.js";

/** Where the story is told. */
export interface Stream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

type Style = Parameters<typeof styleText>[0];

/** Tells the story: in colour, with a line that moves, on a terminal; as a plain log anywhere else. */
export class Narrator {
  readonly #stream: Stream;
  readonly #colour: boolean;
  readonly #elapsedMs: () => number;

  constructor(stream: Stream, { colour, elapsedMs }: { readonly colour: boolean; readonly elapsedMs: () => number }) {
    this.#stream = stream;
    this.#colour = colour;
    this.#elapsedMs = elapsedMs;
  }

  title(text: string): void {
    this.#line(`\n${this.#paint("bold", text)}`);
  }

  say(text: string): void {
    const at = `${(this.#elapsedMs() / 1_000).toFixed(1).padStart(5)} s`;
    this.#line(`${this.#paint("dim", at)}  ${text}`);
  }

  /** Shows how far a part has come. A log gets one line, at its end. */
  progress(what: string, done: number, all: number): void {
    if (!this.#stream.isTTY) {
      if (done === all) this.say(what);
      return;
    }
    const filled = Math.round((done / all) * 25);
    const bar = `${"█".repeat(filled)}${"░".repeat(25 - filled)}`;
    this.#stream.write(`\r\x1b[K         ${this.#paint("cyan", bar)} ${done}/${all} ${what}`);
    if (done !== all) return;
    this.#stream.write("\r\x1b[K");
    this.say(what);
  }

  /** The proofs as a table; says whether all of them hold. */
  table(proofs: readonly Proof[]): boolean {
    const rows = [{ says: "proof", expected: "expected", counted: "counted" }, ...proofs];
    const wide = (column: keyof Proof) => Math.max(...rows.map((row) => row[column].length));
    const [says, expected, counted] = [wide("says"), wide("expected"), wide("counted")];
    const cells = (row: Proof) =>
      `${row.says.padEnd(says)}  ${row.expected.padStart(expected)}  ${row.counted.padStart(counted)}`;
    for (const [index, row] of rows.entries()) {
      if (index === 0) this.#line(`\n  ${this.#paint("bold", cells(row))}\n  ${"─".repeat(cells(row).length)}`);
      else this.#line(`${holds(row) ? this.#paint("green", "✓") : this.#paint("red", "✗")} ${cells(row)}`);
    }
    const failed = proofs.filter((proof) => !holds(proof)).length;
    const verdict =
      failed === 0
        ? this.#paint("green", `All ${proofs.length} proofs hold`)
        : this.#paint("red", `${failed} of ${proofs.length} proofs failed`);
    this.#line(`\n${verdict} (${(this.#elapsedMs() / 1_000).toFixed(1)} s).\n`);
    return failed === 0;
  }

  #line(text: string): void {
    this.#stream.write(`${text}\n`);
  }

  #paint(style: Style, text: string): string {
    return this.#colour ? styleText(style, text) : text;
  }
}
