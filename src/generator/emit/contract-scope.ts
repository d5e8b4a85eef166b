import { type Code, ValueScope } from "ajv/dist/compile/codegen/index.js";

type NameValue = Parameters<ValueScope["value"]>[1];

/** What ajv may name outside of functions. */
const prefixes = new Set("validate schema pattern formats func obj root wrapper keyword Error".split(" "));

/** The names of one module, and the code of the values behind them. */
export class ContractScope extends ValueScope {
  readonly values = new Map<string, string>();

  constructor() {
    super({ scope: {}, prefixes, lines: true });
  }

  override value(nameOrPrefix: Parameters<ValueScope["value"]>[0], value: NameValue): ReturnType<ValueScope["value"]> {
    const name = super.value(nameOrPrefix, value);
    const code: Code | undefined = value.code;
    if (code !== undefined) this.values.set(name.str, code.toString());
    return name;
  }
}
