import type { Finding } from "../spec-document.js";
import type { ToolSpec } from "../tool-spec.js";

/** What one rule finds in a tool's spec whose shape is right. */
export type ToolRule = (spec: ToolSpec) => readonly Finding[];
