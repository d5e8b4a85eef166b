import type { Validator, Violation } from "../verdict.js";

interface CompiledError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message?: string;
  /** The member or item that must not be there. */
  readonly member?: string | number;
}

/** A function as ajv compiles it: it leaves its errors on itself. */
export interface CompiledSchema {
  (value: unknown): boolean;
  errors?: readonly CompiledError[] | null;
}

const fits = { ok: true } as const;

/** Turns a compiled schema into a validator that returns all violations. */
export function validator(compiled: CompiledSchema): Validator {
  return (value) => (compiled(value) ? fits : { ok: false, violations: (compiled.errors ?? []).map(violation) });
}

function violation({ instancePath, keyword, message, member }: CompiledError): Violation {
  if (member === undefined) return { path: instancePath, message: message ?? `breaks ${keyword}`, keyword };
  const path = `${instancePath}/${String(member).replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return { path, message: "must not be present", keyword };
}
