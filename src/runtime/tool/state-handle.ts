/** A state as a body sees it: what it was when the attempt began, and one function a declared action. */
export type StateHandle<State, Actions> = { readonly snapshot: State } & {
  readonly [Action in keyof Actions]: (payload: Actions[Action]) => void;
};
