import { createHash } from "node:crypto";

/**
 * Only this is kept of keys, tokens and sessions: 256 random bits need no salt and no slow hash. Computed in place, because
 * `crypto.subtle` would queue for the threads that hash passwords.
 */
export const digestOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();
