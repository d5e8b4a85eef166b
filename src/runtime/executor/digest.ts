import * as crypto from "node:crypto";
import { createHash } from "node:crypto";

// The one-shot form is three times as fast for short texts; Node 20.19 has it, but not every type package knows.
const oneShot = (crypto as { hash?: (algorithm: string, data: string, encoding: "base64url") => string }).hash;

/** SHA-256 of a text, in 43 URL-safe characters. */
export const digest: (text: string) => string = oneShot
  ? (text) => oneShot("sha256", text, "base64url")
  : (text) => createHash("sha256").update(text).digest("base64url");
