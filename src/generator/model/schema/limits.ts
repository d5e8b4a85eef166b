/** Schemas nested deeper than this are refused: compilers of schemas and of types recurse. */
export const deepestNesting = 100;

/** Schemas with more parts than this are refused. */
export const mostSubschemas = 50_000;

/** Said of schemas beyond `deepestNesting`. */
export const tooDeep = {
  code: "schema-too-deep",
  message: `Schemas are nested more than ${deepestNesting} levels deep.`,
  hint: "Move inner schemas to $defs and refer to them.",
};

/** Said of schemas beyond `mostSubschemas`. */
export const tooLarge = {
  code: "schema-too-large",
  message: "The schema has more than 50,000 parts.",
  hint: "Split the tool, or describe the inner parts less closely.",
};
