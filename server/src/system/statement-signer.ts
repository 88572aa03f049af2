import { createPrivateKey, createPublicKey, hkdfSync, sign } from "node:crypto";

/** Signs for the installation. Whoever knows its public key can check, without it and without the database. */
export interface StatementSigner {
  /** base64 of the 32 bytes. */
  readonly publicKey: string;
  /** base64 of the signature of a text's UTF-8 bytes. The same text always has the same one. */
  sign(text: string): string;
}

const SEED_BYTES = 32;
/** What stands before the 32 bytes of a private Ed25519 key in PKCS #8: RFC 8410. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** The key comes out of the installation's one secret: a copy of the database alone can sign nothing. */
export function statementSigner(secretKey: Uint8Array): StatementSigner {
  const seed = Buffer.from(hkdfSync("sha256", secretKey, "", "tributary:statements", SEED_BYTES));
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: "der", type: "pkcs8" });
  const published = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return {
    publicKey: published.subarray(-SEED_BYTES).toString("base64"),
    sign: (text) => sign(null, Buffer.from(text, "utf8"), privateKey).toString("base64"),
  };
}
