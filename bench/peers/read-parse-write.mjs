// The floor of every generator: reads and parses all specs and writes as many files as we do, without thinking.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [specs, out] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const file of readdirSync(specs)) {
  const text = readFileSync(join(specs, file), "utf8");
  const { name } = JSON.parse(text);
  writeFileSync(join(out, `${name}.tool.ts`), text);
  writeFileSync(join(out, `${name}.contract.ts`), text);
}
