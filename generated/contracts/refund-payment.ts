// @ts-nocheck
import type { Json, Validator } from "@toolwright/runtime";
export const inputSchema: Json = {};
export const outputSchema: Json = {};
export const input: Validator = (v) => ({ok: true});
export const output: Validator = (v) => ({ok: true});
