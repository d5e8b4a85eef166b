import { generateKeyPairSync, type KeyLike, sign, verify } from "node:crypto";
import type { Json } from "../tool/json.js";
import type { ApprovalRequest } from "./approval-request.js";
import { canonicalJson } from "./canonical-json.js";
import { digest } from "./digest.js";
import { without } from "./json-pointer.js";

/** A person's yes or no to one request, signed with a key that only that person holds. */
export interface SignedDecision {
  readonly approvalId: string;
  readonly verdict: "approve" | "deny";
  readonly by: string;
  readonly reason: string | null;
  /** New values for editable parts of the input, by JSON Pointer. */
  readonly edits: { readonly [pointer: string]: Json } | null;
  readonly decidedAtMs: number;
  /** Ed25519, base64url, over everything above and what the request covers. */
  readonly signature: string;
}

/** A PEM text, or a `KeyObject` of node:crypto. */
export type PrivateKey = string | { readonly type: "private" | "public" | "secret" };

/** What a request asks a person to put their name to. */
export type Covered = Pick<
  ApprovalRequest,
  "id" | "tool" | "tenant" | "specDigest" | "coversDigest" | "input" | "editable"
>;

function messageOf(
  { id, tool, tenant, specDigest, coversDigest, input, editable }: Covered,
  decision: Omit<SignedDecision, "signature" | "approvalId">,
): Buffer {
  const { verdict, by, reason, edits, decidedAtMs } = decision;
  const signed = {
    purpose: "toolwright approval 2",
    id,
    tool,
    tenant,
    specDigest,
    coversDigest,
    // Of what the person was shown: whoever hands out another input than the one that would run gets no valid yes.
    shown: digest(canonicalJson(without(input, editable))),
    verdict,
    by,
    reason,
    edits,
    decidedAtMs,
  };
  return Buffer.from(canonicalJson(signed));
}

/** Signs a decision. Runs where the person is, never where the agent is. */
export function signDecision(
  request: Covered,
  decision: {
    readonly verdict: "approve" | "deny";
    readonly by: string;
    readonly reason?: string;
    readonly edits?: { readonly [pointer: string]: Json };
    readonly decidedAtMs?: number;
  },
  privateKey: PrivateKey,
): SignedDecision {
  const said = {
    verdict: decision.verdict,
    by: decision.by,
    reason: decision.reason ?? null,
    edits: decision.edits ?? null,
    decidedAtMs: decision.decidedAtMs ?? Date.now(),
  };
  return {
    approvalId: request.id,
    ...said,
    signature: sign(null, messageOf(request, said), privateKey as KeyLike).toString("base64url"),
  };
}

/** Whether a decision was signed, for exactly this request, by the holder of the key. */
export function isSignedBy(request: Covered, decision: Omit<SignedDecision, "approvalId">, publicKey: string): boolean {
  try {
    return verify(null, messageOf(request, decision), publicKey, Buffer.from(decision.signature, "base64url"));
  } catch {
    return false;
  }
}

/** A fresh pair of keys for one approver, as PEM texts. The private one belongs to the person and nowhere else. */
export function generateApproverKeys(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
