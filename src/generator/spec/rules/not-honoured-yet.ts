import type { Finding } from "../spec-document.js";

/** Refuses words that have a meaning but no runtime behind them yet: ignoring one would be a broken promise. */
export function notHonouredYet(value: { readonly [word: string]: unknown }): readonly Finding[] {
  const found: Finding[] = [];
  for (const word of ["asks", "state", "calls", "operation"])
    if (Object.hasOwn(value, word))
      found.push(refuse(`/${word}`, `"${word}" is not honoured yet.`, `Remove "${word}".`));
  if (Object.hasOwn(value, "concurrency") && value.concurrency !== "parallel")
    found.push(
      refuse("/concurrency", 'Only "parallel" is honoured yet.', 'Write "parallel", or remove "concurrency".'),
    );
  const over = child(value.outputLimit, "over");
  if (over !== undefined && over !== "fail")
    found.push(refuse("/outputLimit/over", 'Only "fail" is honoured yet.', 'Write "fail", or remove "over".'));
  const editable = child(value.approval, "editable");
  if (Array.isArray(editable) && editable.length > 0)
    found.push(
      refuse("/approval/editable", '"editable" is not honoured yet.', 'Remove "editable"; approvers say yes or no.'),
    );
  return found;
}

function refuse(pointer: string, message: string, hint: string): Finding {
  return {
    code: "not-honoured-yet",
    pointer,
    part: "word",
    message,
    hint: `${hint} Generating without it would drop what the spec asks for.`,
  };
}

function child(value: unknown, word: string): unknown {
  return typeof value === "object" && value !== null ? (value as { [word: string]: unknown })[word] : undefined;
}
