/** Of keys, tokens and sessions only this is kept: 256 random bits need no salt and no slow hash. */
export async function digestOf(secret: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(secret)));
}
