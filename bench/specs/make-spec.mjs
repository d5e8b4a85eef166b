import { randomOf } from "./random.mjs";

const verbs = ["create", "update", "list", "get", "cancel", "archive", "assign", "sync", "merge", "publish"];
const nouns = [
  "invoice",
  "order",
  "customer",
  "ticket",
  "shipment",
  "contract",
  "campaign",
  "incident",
  "release",
  "user",
];
const fields = [
  "id",
  "name",
  "status",
  "owner",
  "region",
  "priority",
  "reference",
  "label",
  "source",
  "target",
  "note",
  "kind_of",
  "created_at",
  "updated_at",
  "currency",
  "language",
  "category",
  "channel",
  "quantity",
  "amount",
  "score",
  "url",
  "email",
  "summary",
];
const words =
  "the of a when this that record which account before after must only value given by system customer change later same team default set kept unique stable empty first last".split(
    " ",
  );

/** The n-th realistic tool spec, about 10 KB: `$defs`, discriminated unions, recursion, enums, formats and descriptions. */
export function makeSpec(n) {
  const random = randomOf(n + 1);
  const name = `${verbs[n % 10]}_${nouns[Math.floor(n / 10) % 10]}_${Math.floor(n / 100)}_${n % 100}`;
  const text = (least, most) => {
    const told = Array.from({ length: random.between(least, most) }, () => random.pick(words)).join(" ");
    return `${told[0].toUpperCase()}${told.slice(1)}.`;
  };
  const hasDefs = random.chance(0.77);
  const hasUnion = random.chance(0.72);
  const isRecursive = random.chance(0.24);
  const defs = {};

  const leaf = () => {
    const description = text(5, 14);
    switch (random.between(0, 6)) {
      case 0:
        return { type: "string", minLength: 1, maxLength: random.between(20, 200), description };
      case 1:
        return { type: "integer", minimum: 0, maximum: random.between(10, 10_000), description };
      case 2:
        return {
          enum: Array.from({ length: random.between(3, 7) }, (_, at) => `${random.pick(nouns)}_${at}`),
          description,
        };
      case 3:
        return { type: "boolean", default: random.chance(0.5), description };
      case 4:
        return { type: "string", format: random.pick(["date-time", "email", "uri", "uuid"]), description };
      case 5:
        return { type: ["string", "null"], description };
      default:
        return { type: "array", items: { type: "string" }, maxItems: random.between(5, 50), description };
    }
  };
  const member = (depth) => {
    const names = Object.keys(defs);
    if (names.length > 0 && random.chance(0.3)) return { $ref: `#/$defs/${random.pick(names)}` };
    if (depth < 3 && random.chance(0.15)) return object(random.between(2, 4), depth + 1);
    if (depth < 3 && random.chance(0.06))
      return { type: "array", items: object(random.between(2, 3), depth + 1), description: text(5, 12) };
    return leaf();
  };
  const object = (size, depth) => {
    const properties = {};
    while (Object.keys(properties).length < size) properties[random.pick(fields)] = member(depth);
    const required = Object.keys(properties).filter(() => random.chance(0.5));
    return { type: "object", properties, required, additionalProperties: false, description: text(6, 14) };
  };
  if (hasDefs)
    for (const def of ["address", "money", "party", "period"].slice(0, random.between(2, 3)))
      defs[def] = object(random.between(2, 3), 3);
  if (isRecursive)
    defs.node = {
      type: "object",
      properties: { label: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      required: ["label"],
      additionalProperties: false,
    };
  const input = object(random.between(6, 10), 0);
  if (hasUnion)
    input.properties.choice = {
      oneOf: ["card", "transfer", "voucher"].map((kind) => {
        const one = object(random.between(2, 3), 3);
        return {
          ...one,
          properties: { ...one.properties, kind: { const: kind } },
          required: [...one.required, "kind"],
        };
      }),
      description: text(5, 12),
    };
  const output = object(random.between(3, 5), 1);
  if (isRecursive) output.properties.tree = { $ref: "#/$defs/node" };
  const withDefs = (schema) => {
    const used = new Set();
    const follow = (part) => {
      for (const [, def] of JSON.stringify(part).matchAll(/#\/\$defs\/(\w+)/g))
        if (!used.has(def)) {
          used.add(def);
          follow(defs[def]);
        }
    };
    follow(schema);
    const $defs = Object.fromEntries(Object.entries(defs).filter(([def]) => used.has(def)));
    return used.size > 0 ? { ...schema, $defs } : schema;
  };
  return {
    name,
    title: `${verbs[n % 10]} ${nouns[Math.floor(n / 10) % 10]} ${n}`,
    description: text(20, 40),
    input: withDefs(input),
    output: withDefs(output),
    effect: "read",
  };
}
