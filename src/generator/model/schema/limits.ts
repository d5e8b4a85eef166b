/** Schemas nested deeper than this are refused: compilers of schemas and of types recurse. */
export const deepestNesting = 256;

/** Schemas with more parts than this are refused. */
export const mostSubschemas = 50_000;
