import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from "node:crypto";
import { fewRandomBytes } from "./random-bytes.ts";

/** Encrypts texts that the database stores but must not reveal. */
export interface SecretBox {
  /** `owner` is the ID of the row: the text cannot be decrypted in another row. Parts are joined. */
  seal(text: string | readonly Uint8Array[], owner: string): Buffer;
  open(sealed: Uint8Array, owner: string): string;
  /** Undefined where `open` throws: for data that can be requested again after a secret was lost. */
  openIfPossible(sealed: Uint8Array, owner: string): string | undefined;
}

/** Encrypted with another secret or for another row, or modified since. */
export class CannotUnseal extends Error {
  override readonly name = "CannotUnseal";
}

const CIPHER = "aes-256-gcm";
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const FINGERPRINT_LENGTH = 32;

export const webhookSecretBox = (secretKey: Uint8Array): SecretBox => createSecretBox(secretKey, "webhook-secrets");

/** Everything protected by the installation's secret, by the names that the use cases know. */
export const secretsUnder = (secretKey: Uint8Array) => ({
  secretBox: webhookSecretBox(secretKey),
  payoutDetailsBox: createSecretBox(secretKey, "payout-details"),
  secondFactorBox: createSecretBox(secretKey, "second-factors"),
  mailBox: createSecretBox(secretKey, "mails"),
  scriptCheckBox: createSecretBox(secretKey, "script-checks"),
  customerKeyBox: createSecretBox(secretKey, "customer-keys"),
  connectorSecretBox: createSecretBox(secretKey, "connector-secrets"),
  receiptBox: createSecretBox(secretKey, "receipts"),
  mailAddressHash: keyedHash(secretKey, "mail-addresses"),
  attemptHash: keyedHash(secretKey, "attempts"),
  accessHash: keyedHash(secretKey, "access-log"),
  knownBrowserHash: keyedHash(secretKey, "known-browsers"),
  addressCodeHash: keyedHash(secretKey, "address-codes"),
});

/** AES-256-GCM with a separate key for each purpose, all derived from the installation's secret. */
function createSecretBox(secretKey: Uint8Array, purpose: string): SecretBox {
  // As an object, the key is prepared once and not for every text.
  const key = createSecretKey(keyFor(secretKey, purpose));
  const box: SecretBox = {
    seal(text, owner) {
      const nonce = fewRandomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner));
      const sealed = cipher.update(typeof text === "string" ? Buffer.from(text) : Buffer.concat(text));
      const end = cipher.final();
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed, end]);
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed);
      const [nonceAt, tagAt, textAt] = [1, 1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES];
      try {
        if (bytes[0] !== VERSION) throw new Error(`Unknown version ${bytes[0]}.`);
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(nonceAt, tagAt), { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(tagAt, textAt));
        return Buffer.concat([decipher.update(bytes.subarray(textAt)), decipher.final()]).toString("utf8");
      } catch (cause) {
        throw new CannotUnseal("A stored secret cannot be decrypted. Was SECRET_KEY changed?", { cause });
      }
    },
    openIfPossible(sealed, owner) {
      try {
        return box.open(sealed, owner);
      } catch {
        return undefined;
      }
    },
  };
  return box;
}

export type KeyedHash = (text: string) => Buffer;

/** Recognizes a person without storing who they are. Without the key, nobody can find an address by trying them all. */
function keyedHash(secretKey: Uint8Array, purpose: string): KeyedHash {
  const key = createSecretKey(keyFor(secretKey, purpose));
  return (text) => createHmac("sha256", key).update(text).digest();
}

/** Identifies the secret without revealing anything about it. */
export function secretKeyFingerprint(secretKey: Uint8Array): string {
  return keyFor(secretKey, "fingerprint").toString("hex").slice(0, FINGERPRINT_LENGTH);
}

const keyFor = (secretKey: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "", `tributary:${purpose}`, KEY_BYTES));
