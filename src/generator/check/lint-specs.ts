import type { CatalogModel } from "../model/catalog-model.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import type { CheckedSpecs } from "../spec/read-specs.js";
import { diagnose } from "../spec/spec-document.js";
import { lintRules } from "./lint-rules.js";
import type { LintSettings } from "./lint-settings.js";
import { teamFindings } from "./team-findings.js";

/** Asks every rule, ours and the team's, about every spec. */
export function lintSpecs(specs: CheckedSpecs, catalog: CatalogModel, settings: LintSettings): readonly Diagnostic[] {
  const models = new Map(catalog.tools.map((tool) => [tool.policy.name, tool]));
  return specs.tools.flatMap((checked) => {
    const { document, spec } = checked;
    const schemas = models.get(spec.name)?.contract.schemas ?? {};
    const linted = { document, spec, input: schemas.input ?? spec.input, approvalWhen: schemas.approvalWhen ?? null };
    return [
      ...lintRules.flatMap(({ level, check }) =>
        check(linted).map((finding) => diagnose(document, { severity: level, ...finding })),
      ),
      ...teamFindings(checked, settings.teamRules),
    ];
  });
}
