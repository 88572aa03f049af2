import { createPrivateKey, createPublicKey, hkdfSync, sign, type KeyObject } from "node:crypto";
import { promisify } from "node:util";

const signInThread = promisify<null, Uint8Array, ReturnType<typeof createPrivateKey>, Buffer>(sign);

/**
 * Signs on behalf of the installation. Anyone with its public key can verify, without access to the installation or its
 * database.
 */
export interface StatementSigner {
  /** base64 of the 32 bytes. */
  readonly publicKey: string;
  /** The signature in base64, computed in another thread. The same bytes always give the same signature. */
  sign(bytes: Uint8Array): Promise<string>;
}

const SEED_BYTES = 32;
/** Precedes the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key is derived from the installation's secret, so a copy of the database alone cannot sign. */
export function statementSigner(
  secretKey: Uint8Array,
  purpose: "statements" | "test-statements" = "statements",
): StatementSigner {
  // Derived at the first use, so that a start does not wait for keys that few requests need.
  let privateKey: KeyObject | undefined;
  const derived = (): KeyObject => (privateKey ??= privateKeyFrom(secretKey, purpose));
  return {
    get publicKey() {
      const published = createPublicKey(derived()).export({ format: "der", type: "spki" });
      return published.subarray(-SEED_BYTES).toString("base64");
    },
    sign: async (bytes) => (await signInThread(null, bytes, derived())).toString("base64"),
  };
}

function privateKeyFrom(secretKey: Uint8Array, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secretKey, "", `tributary:${purpose}`, SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
}
