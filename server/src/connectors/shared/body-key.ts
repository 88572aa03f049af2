import { createHash } from "node:crypto";

/**
 * The same for a repeated event: a digest of its parts. Providers that sign only the body do not sign their headers, so
 * a delivery ID in a header could make an old body look new, or a new one look old.
 */
export function bodyKey(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  // The lengths keep parts apart.
  for (const part of parts) {
    const length = `${Buffer.byteLength(part)}:`;
    if (typeof part === "string") hash.update(length + part);
    else hash.update(length).update(part);
  }
  return hash.digest("hex");
}
