import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate } from "../../emit/fill-template.js";
import { stringLiteral } from "../../emit/text/string-literal.js";
import type { ToolModel } from "../../model/catalog-model.js";
import type { Project } from "../project.js";
import { formatLikeProject } from "./format-like-project.js";
import { modulePath } from "./module-path.js";
import { scaffoldTemplate } from "./scaffold-template.js";

/** Drafts a test beside a new body; null where one is there, or where tests are run by what the draft does not know. */
export async function placeTest(
  tool: ToolModel,
  implementation: string,
  { root, project, key }: { readonly root: string; readonly project: Project; readonly key: readonly string[] },
): Promise<{ readonly path: string; readonly text: string } | null> {
  const path = implementation.replace(/\.ts$/, ".test.ts");
  const runner = runnerOf(root);
  if (existsSync(path) || runner === null) return null;
  const { name } = tool.policy;
  const input = Object.fromEntries(key.map((pointer) => [pointer.replace(/^\//, ""), "example"]));
  const draft = fillTemplate(scaffoldTemplate(root, project, "new-tool.test.ts.tpl"), {
    runner: stringLiteral(runner),
    registry: stringLiteral(modulePath(path, join(project.out, "registry.ts"))),
    title: stringLiteral(`${name} takes the input that its spec describes`),
    name: /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`,
    input: JSON.stringify(input),
  }).text;
  return { path, text: (await formatLikeProject(path, draft)).text };
}

function runnerOf(root: string): "node:test" | "vitest" | null {
  const path = join(root, "package.json");
  const manifest = existsSync(path) ? readFileSync(path, "utf8") : "{}";
  if (/"vitest"\s*:/.test(manifest)) return "vitest";
  return /"(?:jest|mocha)"\s*:/.test(manifest) ? null : "node:test";
}
