import type { LintRule } from "./lint-rule.js";
import { approvalCanVary } from "./rules/approval-can-vary.js";
import { descriptionSaysEnough } from "./rules/description-says-enough.js";
import { keyEndsOrCoversInput } from "./rules/key-ends-or-covers-input.js";
import { keyNamesRequiredField } from "./rules/key-names-required-field.js";
import { modelsAcceptInput } from "./rules/models-accept-input.js";
import { noSecretInText } from "./rules/no-secret-in-text.js";
import { onceHasApproval } from "./rules/once-has-approval.js";
import { outputIsDescribed } from "./rules/output-is-described.js";
import { retryHasKey } from "./rules/retry-has-key.js";

/** Every rule about specs that `lint` asks beside those that generation asks. */
export const lintRules: readonly LintRule[] = [
  keyNamesRequiredField,
  keyEndsOrCoversInput,
  outputIsDescribed,
  retryHasKey,
  approvalCanVary,
  onceHasApproval,
  noSecretInText,
  descriptionSaysEnough,
  modelsAcceptInput,
];
