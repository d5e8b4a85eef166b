import { _, type Code, type CodeKeywordDefinition, type KeywordCxt, type Name, nil } from "ajv";
import { resetErrorsCount } from "ajv/dist/compile/errors.js";
import names from "ajv/dist/compile/names.js";
import { Type } from "ajv/dist/compile/util.js";
import { usePattern } from "ajv/dist/vocabularies/code.js";
import type { Evaluator } from "../model/schema/evaluators.js";

/** The value of an `unevaluated…` word as it is compiled: schemas by key, and what was looked at, when. */
export interface UnevaluatedPlan {
  readonly rest: unknown;
  readonly seen: readonly Seen[];
  readonly [key: `when${number}` | `fitting${number}`]: unknown;
}

type Seen = { readonly when: readonly string[] } & (
  | Exclude<DistributiveOmit<Evaluator, "when">, { kind: "items" }>
  | { readonly kind: "items"; readonly fitting: string }
);

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The plan for a word with this schema; undefined where nothing is left to look at. */
export function unevaluatedPlan(
  rest: unknown,
  found: readonly Evaluator[],
  compiled: (schema: unknown) => unknown,
): UnevaluatedPlan | undefined {
  if (rest === true || found.some(({ kind, when }) => kind === "everything" && when.length === 0)) return undefined;
  const schemas = new Map<string, unknown>();
  const keys = new Map<unknown, string>();
  const key = (schema: unknown, prefix: string): string => {
    const known = keys.get(schema) ?? `${prefix}${keys.size}`;
    keys.set(schema, known);
    schemas.set(known, compiled(schema));
    return known;
  };
  const seen = found.map(({ when, ...looked }): Seen => {
    const conditions = when.map((schema) => key(schema, "when"));
    if (looked.kind !== "items") return { when: conditions, ...looked };
    return { when: conditions, kind: "items", fitting: key(looked.fitting, "fitting") };
  });
  return { ...Object.fromEntries(schemas), rest: compiled(rest), seen };
}

/** ajv keeps book of what was evaluated while it validates, and errs with `contains` and `if`; these look again, exactly. */
export const unevaluatedKeywords: readonly CodeKeywordDefinition[] = [
  {
    keyword: "unevaluatedProperties",
    type: "object",
    schemaType: "object",
    trackErrors: true,
    error: { message: "must not be present", params: ({ params }) => _`{unevaluatedProperty: ${params.place}}` },
    code(cxt) {
      const conditions = judgeConditions(cxt);
      cxt.gen.forIn("key", cxt.data, (key) =>
        cxt.gen.if(
          unlessSeen(cxt, conditions, (seen) => ofMember(cxt, seen, key)),
          () => judgeRest(cxt, key, Type.Str),
        ),
      );
      cxt.ok(_`${cxt.errsCount} === ${names.default.errors}`);
    },
  },
  {
    keyword: "unevaluatedItems",
    type: "array",
    schemaType: "object",
    trackErrors: true,
    error: { message: "must not be present", params: ({ params }) => _`{unevaluatedProperty: ${params.place}}` },
    code(cxt) {
      const conditions = judgeConditions(cxt);
      const length = cxt.gen.const("len", _`${cxt.data}.length`);
      cxt.gen.forRange("i", 0, length, (index) => {
        const fitting = judgeFitting(cxt, index);
        const test = unlessSeen(cxt, conditions, (seen) => ofItem(seen, index, fitting));
        cxt.gen.if(test, () => judgeRest(cxt, index, Type.Num));
      });
      cxt.ok(_`${cxt.errsCount} === ${names.default.errors}`);
    },
  },
];

function judgeConditions(cxt: KeywordCxt): ReadonlyMap<string, Name> {
  const valid = new Map<string, Name>();
  for (const key of Object.keys(cxt.schema as object).filter((name) => name.startsWith("when"))) {
    const name = cxt.gen.name("_valid");
    cxt.subschema({ keyword: cxt.keyword, schemaProp: key, ...silently }, name);
    valid.set(key, name);
  }
  if (valid.size > 0) cxt.reset();
  return valid;
}

function judgeFitting(cxt: KeywordCxt, index: Name): ReadonlyMap<string, Name> {
  const valid = new Map<string, Name>();
  for (const key of Object.keys(cxt.schema as object).filter((name) => name.startsWith("fitting"))) {
    const name = cxt.gen.name("_valid");
    const errors = cxt.gen.const("_errs", names.default.errors);
    cxt.subschema(
      { keyword: cxt.keyword, schemaProp: key, dataProp: index, dataPropType: Type.Num, ...silently },
      name,
    );
    resetErrorsCount(cxt.gen, errors);
    valid.set(key, name);
  }
  return valid;
}

function unlessSeen(cxt: KeywordCxt, conditions: ReadonlyMap<string, Name>, looked: (seen: Seen) => Code): Code {
  const { seen } = cxt.schema as UnevaluatedPlan;
  const tests = seen.map((one) =>
    one.when.reduce<Code>((all, key) => _`${all} && ${conditions.get(key) ?? nil}`, _`${looked(one)}`),
  );
  return tests.length === 0 ? _`true` : _`!(${tests.reduce((all, test) => _`${all} || ${test}`)})`;
}

function ofMember(cxt: KeywordCxt, seen: Seen, key: Name): Code {
  if (seen.kind === "member") return _`${key} === ${seen.name}`;
  return seen.kind === "members" ? _`${usePattern(cxt, seen.pattern)}.test(${key})` : _`true`;
}

function ofItem(seen: Seen, index: Name, fitting: ReadonlyMap<string, Name>): Code {
  if (seen.kind === "first") return _`${index} < ${seen.count}`;
  return seen.kind === "items" ? _`${fitting.get(seen.fitting) ?? nil}` : _`true`;
}

function judgeRest(cxt: KeywordCxt, place: Name, dataPropType: Type): void {
  if ((cxt.schema as UnevaluatedPlan).rest === false) {
    cxt.setParams({ place });
    cxt.error();
  } else
    cxt.subschema({ keyword: cxt.keyword, schemaProp: "rest", dataProp: place, dataPropType }, cxt.gen.name("valid"));
}

const silently = { compositeRule: true, createErrors: false, allErrors: false } as const;
