/** What each diagnostic means and why it is worth stopping for, by code. */
export const explanations: { readonly [code: string]: string } = {};
