/** How the process ends. */
export const exitCode = { ok: 0, findings: 1, usage: 2, needsPerson: 3, ourFault: 70 } as const;

/** The user asked for something that cannot be done as asked; ends the command with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}
