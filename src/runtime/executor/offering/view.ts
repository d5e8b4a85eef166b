import { WiringError } from "../../tool/wiring-error.js";
import type { OwnPart } from "./offering.js";

/** Which tools to show, and under which names. All names but the new ones are those of what is viewed. */
export interface ViewOptions {
  readonly only?: readonly string[];
  readonly hide?: readonly string[];
  /** From the old name to the new one. */
  readonly rename?: { readonly [tool: string]: string };
  /** Put before every name, renamed ones too. */
  readonly prefix?: string;
}

/** Narrows and renames. A hidden tool is not there in any way; results tell the shown name. */
export function viewOf(inner: OwnPart, options: ViewOptions): OwnPart {
  const shownOf = shownNames(inner.names(), options);
  const ownOf = new Map([...shownOf].map(([own, shown]) => [shown, own]));
  const show = <R extends { readonly tool: string } | null>(result: R): R => {
    const shown = result && shownOf.get(result.tool);
    return shown === undefined || shown === null ? result : { ...result, tool: shown };
  };
  return {
    names: () => [...ownOf.keys()],
    async specs() {
      const listings = await inner.specs();
      return listings.flatMap((listing) => {
        const name = shownOf.get(listing.name);
        return name === undefined ? [] : [{ ...listing, name }];
      });
    },
    async offer(tool, input, context) {
      const own = ownOf.get(tool);
      return own === undefined ? null : show(await inner.offer(own, input, context));
    },
    async start(tool, input, context) {
      const own = ownOf.get(tool);
      return own === undefined ? null : show(await inner.start(own, input, context));
    },
    async collect(call, waiting) {
      const result = await inner.collect(call, waiting);
      return result && shownOf.has(result.tool) ? show(result) : null;
    },
    async slice(call, part) {
      const slice = await inner.slice(call, part);
      return slice && shownOf.has(slice.tool) ? show(slice) : null;
    },
    retryable(tool) {
      const own = ownOf.get(tool);
      return own !== undefined && inner.retryable(own);
    },
  };
}

/** From the name of each tool that is shown to the one it is shown under. */
function shownNames(names: readonly string[], { only, hide = [], rename = {}, prefix = "" }: ViewOptions) {
  const unknown = [...(only ?? []), ...hide, ...Object.keys(rename)].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new WiringError(`the view names "${unknown}", and there is no such tool`);
  const shown = new Map<string, string>();
  const taken = new Map<string, string>();
  for (const name of names) {
    if ((only && !only.includes(name)) || hide.includes(name)) continue;
    const as = prefix + (Object.hasOwn(rename, name) ? rename[name] : name);
    const other = taken.get(as);
    if (other !== undefined) throw new WiringError(`"${other}" and "${name}" would both be called "${as}"`);
    taken.set(as, name);
    shown.set(name, as);
  }
  return shown;
}
