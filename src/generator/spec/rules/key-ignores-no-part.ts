import type { ToolRule } from "./tool-rule.js";

/** A part of the key cannot be ignored under it. */
export const keyIgnoresNoPart: ToolRule = (spec) => {
  const from = spec.key?.from ?? "input";
  return (spec.key?.ignore ?? []).flatMap((ignored, index) =>
    from !== "input" && from.some((part) => part === ignored || part.startsWith(`${ignored}/`))
      ? [
          {
            code: "key-ignores-own-part",
            pointer: `/key/ignore/${index}`,
            message: `${ignored} makes the key, so it cannot differ under one key.`,
            hint: 'Remove it from "key.ignore" or from "key.from".',
          },
        ]
      : [],
  );
};
