import type { ToolRule } from "./tool-rule.js";

/** What an approver may change cannot make the key: the work would no longer be the work that the key names. */
export const editsLeaveKey: ToolRule = (spec) => {
  const { key, approval } = spec;
  if (key === undefined || typeof approval !== "object") return [];
  const from = key.from ?? "input";
  const makesKey = (pointer: string) =>
    from === "input"
      ? !(key.ignore ?? []).some((ignored) => holds(ignored, pointer))
      : from.some((part) => holds(part, pointer) || holds(pointer, part));
  return (approval.editable ?? []).flatMap((pointer, index) =>
    makesKey(pointer)
      ? [
          {
            code: "editable-makes-key" as const,
            pointer: `/approval/editable/${index}`,
            message: `${pointer} makes the key, so an approver cannot change it.`,
            hint: 'Remove it from "approval.editable", or make the key from other parts.',
          },
        ]
      : [],
  );
};

function holds(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
