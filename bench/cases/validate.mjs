import { registry } from "../../build/generated/registry.js";
import { compare } from "../harness/compare.mjs";
import { cpuSlices } from "../harness/cpu-slices.mjs";
import { figure } from "../harness/figure.mjs";
import { jsonInput, zodInput } from "../peers/refund-schemas.mjs";
import { inputOf } from "./refund.mjs";

const names = {
  ours: "Toolwright, the compiled contract",
  door: "Toolwright, registry.tools[…].validate.input",
  ajv: "ajv at run time, compiled once",
  zod: "zod safeParse",
};
const wrongOf = (n) => ({ orderId: `order ${n}`, amount: 0, reason: "bored" });

/** What it costs to judge an input, right ones and wrong ones. */
export async function validate({ quick, say }) {
  const judges = await open();
  const found = [];
  for (const [id, title, valueOf, isOk] of [
    ["valid", "Judging a valid input", inputOf, true],
    ["invalid", "Judging an input with three faults", wrongOf, false],
  ]) {
    // Made before and used in turn: making an input is nobody's work here.
    const values = Array.from({ length: 256 }, (_, n) => valueOf(n));
    const contestants = judges.map(({ key, role, judge }) => ({
      name: names[key],
      role,
      run: cpuSlices(async () => counted(judge, values, isOk), { batch: values.length, warmMs: quick ? 200 : 1_000 }),
    }));
    const rounds = quick ? { rounds: 5, budgetMs: 4_000 } : { rounds: 15, budgetMs: 15_000 };
    const compared = await compare(contestants, { ...rounds, unit: "inputs a CPU second", say });
    found.push({
      id: `validate-${id}`,
      title,
      better: "more",
      work: "The input of refund_payment: a pattern, a bounded integer, an enum, no other keys; every fault is told.",
      unequal: [
        "zod also copies the input. The registry's door is asynchronous, since a contract is loaded when it is first asked for; the other three are not.",
      ],
      ...compared,
      figures: [
        figure(`validate/${id}-ajv`, compared.measures, names.ours, names.ajv),
        figure(`validate/${id}-zod`, compared.measures, names.ours, names.zod),
        figure(`validate/${id}-door-zod`, compared.measures, names.door, names.zod),
      ],
    });
  }
  return found;
}

async function open() {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const tool = registry.tools.refund_payment;
  const contract = await tool.contract();
  const compiled = new Ajv2020({ allErrors: true }).compile(jsonInput);
  return [
    { key: "ours", role: "ours", judge: (value) => contract.input(value).ok },
    { key: "door", role: "ours", judge: async (value) => (await tool.validate.input(value)).ok },
    { key: "ajv", role: "peer", judge: (value) => compiled(value) },
    { key: "zod", role: "peer", judge: (value) => zodInput.safeParse(value).success },
  ];
}

function counted(judge, values, isOk) {
  return async () => {
    for (const value of values) {
      const said = judge(value);
      if ((typeof said === "boolean" ? said : await said) !== isOk) throw new Error("judged wrongly");
    }
  };
}
