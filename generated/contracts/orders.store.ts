// @ts-nocheck
import type { Validator } from "@toolwright/runtime";
export const value: Validator = (v) => ({ok: true});
