import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import type { Json } from "../../tool/json.js";
import { WiringError } from "../../tool/wiring-error.js";

/** What seals secrets in the ledger: 32 bytes, or their base64. Whoever has the ledger and not this cannot read them. */
export interface SealingKey {
  readonly key: string | Uint8Array;
  /**
   * Keys of before, newest first: what they sealed is still opened, and nothing new is sealed with them. Digests stay
   * with the oldest, since the same work must keep its name; leave that out once nothing from its time may come again.
   */
  readonly previous?: readonly (string | Uint8Array)[];
}

/** Seals parts of records, and digests what must be comparable but not guessable. */
export interface Vault {
  seal(part: Json, bound: string): Json;
  /** Throws `WiringError` for a part sealed with another key, or moved from elsewhere. */
  unseal(part: Json, bound: string): Json;
  /** A keyed digest: a plain one of a short secret can be found by trying. */
  digest(text: string): string;
}

/** The vault of a key and those before it. The two uses of a key are kept apart, so that neither weakens the other. */
export function vaultOf({ key, previous = [] }: SealingKey): Vault {
  const masters = [key, ...previous].map(bytesOf);
  const [sealing, ...sealedBefore] = masters.map((master) => derived(master, "seal")) as [Buffer, ...Buffer[]];
  const digesting = derived(masters.at(-1) as Buffer, "digest");
  return {
    seal(part, bound) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(Buffer.from(bound));
      const text = Buffer.concat([cipher.update(JSON.stringify(part)), cipher.final()]);
      return { $sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64") };
    },
    unseal(part, bound) {
      const sealed = part as { readonly $sealed?: unknown } | null;
      if (typeof sealed?.$sealed !== "string") throw new WiringError("a secret in the ledger is not sealed");
      const bytes = Buffer.from(sealed.$sealed, "base64");
      for (const one of [sealing, ...sealedBefore]) {
        const text = opened(bytes, one, bound);
        if (text !== null) return JSON.parse(text);
      }
      throw new WiringError("a secret in the ledger was sealed with another key, or does not belong there");
    },
    digest: (text) => createHmac("sha256", digesting).update(text).digest("base64url"),
  };
}

function bytesOf(key: string | Uint8Array): Buffer {
  const bytes = typeof key === "string" ? Buffer.from(key, "base64") : Buffer.from(key);
  if (bytes.length !== 32) throw new WiringError("the sealing key must be 32 bytes, or their base64");
  return bytes;
}

function derived(master: Buffer, use: "seal" | "digest"): Buffer {
  return createHmac("sha256", master).update(`toolwright ${use} 1`).digest();
}

/** Null for what this key did not seal: its tag tells. */
function opened(bytes: Buffer, sealing: Buffer, bound: string): string | null {
  try {
    const decipher = createDecipheriv("aes-256-gcm", sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(bound));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
