import { createHash } from "node:crypto";

/**
 * Only the digest of keys, tokens and sessions is stored: 256 random bits need no salt and no slow hash. Synchronous,
 * because `crypto.subtle` would queue behind the threads that hash passwords.
 */
export const digestOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
