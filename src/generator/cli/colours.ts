/** Whether text may be coloured: on a terminal that knows colours, unless somebody says otherwise. */
export function wantsColours(env: { readonly [name: string]: string | undefined }, isTerminal: boolean): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return isTerminal && TERM !== "dumb";
}
