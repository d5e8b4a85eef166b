import type { LintRule } from "../lint-rule.js";

const fewestWords = 4;
/** OpenAI refuses longer ones. */
const longest = 1024;

/** A description that a model can choose the tool by, and that no provider cuts or refuses. */
export const descriptionSaysEnough: LintRule = {
  group: "model-friendliness",
  level: "warning",
  check({ spec: { name, description } }) {
    const words = description.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length < fewestWords || description.startsWith(`Say here what ${name} does`))
      return [
        {
          code: "description-too-thin",
          pointer: "/description",
          message: "A model has to choose this tool by its description, and this one says hardly anything.",
          hint: "Say what the tool does, to what, and when to use it.",
        },
      ];
    if (description.length > longest)
      return [
        {
          code: "description-too-long",
          pointer: "/description",
          message: `The description has ${description.length} characters; some model providers refuse more than ${longest}.`,
          hint: "Keep what decides whether to call the tool; describe the parts of the input in their own descriptions.",
        },
      ];
    return [];
  },
};
