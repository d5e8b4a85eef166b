/** The name of a call. */
export interface CallName {
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
}

/** What a call asked for, the first time its name was seen. The same name with anything else is a conflict. */
export interface CallRecord extends CallName {
  readonly tool: string;
  readonly key: string;
  readonly inputDigest: string;
  /** The generation of the key that answers this call; replays stay with it even after a newer one began. */
  readonly generation: number;
}
