import { childPointer } from "../../spec/json-pointer.js";
import type { LintRule } from "../lint-rule.js";

const secrets: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an AWS access key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ["a GitHub token", /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})/],
  ["a Slack token", /\bxox[abprs]-[A-Za-z0-9-]{10,}/],
  ["an API key", /\b(?:sk|pk|rk)[-_](?:live|test|proj|ant|or)[-_][A-Za-z0-9_-]{10,}|\bAIza[0-9A-Za-z_-]{35}\b/],
  ["a JSON Web Token", /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ["a password", /\bpass(?:word|wd)\s*[:=]\s*["']?[^\s"'<{]{6,}/i],
  ["credentials in an address", /\b[a-z]+:\/\/[^\s/:@]+:[^\s/:@]{3,}@/],
];

/** Texts that are sent to models and committed hold no secrets. */
export const noSecretInText: LintRule = {
  group: "safety",
  level: "error",
  check: ({ spec }) =>
    textsOf(spec, "").flatMap(({ pointer, text }) => {
      const [what] = secrets.find(([, pattern]) => pattern.test(text)) ?? [];
      return what === undefined
        ? []
        : [
            {
              code: "secret-in-text",
              pointer,
              message: `This text looks as if it holds ${what}.`,
              hint: 'Take it out and revoke it; a body gets its secrets by name, through "env".',
            } as const,
          ];
    }),
};

function textsOf(value: unknown, pointer: string): readonly { readonly pointer: string; readonly text: string }[] {
  if (typeof value === "string") return [{ pointer, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => textsOf(member, childPointer(pointer, name)));
}
