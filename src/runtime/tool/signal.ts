/** What is asked of a signal where the project has no type for the global one (neither DOM nor Node types). */
interface BareSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The global `AbortSignal`, as the project that compiles against this knows it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } } ? Known : BareSignal;
