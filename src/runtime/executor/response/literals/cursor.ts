/** Thrown inside a reader where it cannot go on; readers catch it and return it as a value. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly at: number;
  constructor(at: number, problem: string) {
    super(problem);
    this.at = at;
  }
}

/** A place in a text that moves forward. */
export class Cursor {
  readonly text: string;
  at: number;
  /** The first fault that did not stop the reading: where the value ends is known, and it is still refused. */
  fault: Unreadable | null = null;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  skipSpace(): void {
    while (isSpace(this.text.charCodeAt(this.at))) this.at++;
  }

  /** Moves past a token if it is next. */
  eat(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  /** Moves past what a sticky pattern matches here. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  get ended(): boolean {
    return this.at >= this.text.length;
  }

  fail(problem: string): never {
    throw new Unreadable(this.at, this.ended ? "the text ends too early" : problem);
  }
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9;
}
