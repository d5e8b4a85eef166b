/** How a call was written. */
export type CallFormat =
  /** The text as a whole, where it is past a bound. */
  | "text"
  | "fence"
  | "tool_call"
  | "invoke"
  | "function"
  | "tool_calls"
  | "python"
  | "openai_chat"
  | "openai_responses"
  | "anthropic"
  | "gemini";

/** A call that a response makes, or tried to make. */
export type FoundCall =
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly input: unknown;
      /** The id that the format carries, if it does. */
      readonly callId: string | null;
      readonly format: CallFormat;
    }
  | {
      readonly kind: "malformed";
      /** The tool that was meant, where that much could be read. */
      readonly tool: string | null;
      readonly callId: string | null;
      /** What the model has to write instead. */
      readonly message: string;
      readonly format: CallFormat;
    };

/** A call that cannot be run as it was written. */
export function malformed(
  format: CallFormat,
  tool: string | null,
  message: string,
  callId: string | null = null,
): FoundCall {
  return { kind: "malformed", tool, callId, message, format };
}
