import { createHmac, timingSafeEqual } from "node:crypto";
import type { InboundRequest } from "./provider.ts";

/** How far a signed time may be from ours, before or after it. */
export const TOLERANCE_SECONDS = 300;

export interface Signature {
  /** The signatures that came with the request, in the form of `encoding`. */
  readonly given: readonly string[];
  readonly encoding: "hex" | "base64";
  /** What the provider signs before the body, such as the time. */
  readonly prefix?: string;
}

/**
 * True if one of the secrets made one of the signatures. It compares every signature with every secret, so the time it
 * takes says nothing about which one matched. An empty body is never signed.
 */
export function isSigned(body: Buffer, signature: Signature, secrets: readonly (string | Buffer)[]): boolean {
  if (body.length === 0) return false;
  let matched = false;
  for (const secret of secrets) {
    // Anyone can sign with an empty key.
    if (secret.length === 0) continue;
    const hmac = createHmac("sha256", secret).update(signature.prefix ?? "");
    const expected = Buffer.from(hmac.update(body).digest(signature.encoding));
    for (const text of signature.given) matched = isEqual(Buffer.from(text), expected) || matched;
  }
  return matched;
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** The value of a header that came exactly once. Of two, nobody knows which one the provider sent. */
export function onlyHeader({ headers }: Pick<InboundRequest, "headers">, name: string): string | undefined {
  const value = headers[name];
  const only = typeof value === "string" ? value : value?.length === 1 ? value[0] : undefined;
  return only === "" ? undefined : only;
}

/** Whether a signed time in Unix seconds is near ours, so that nobody can send an old request again. */
export function isRecent(unixSeconds: string | undefined, now: Date): boolean {
  if (unixSeconds === undefined || !/^\d{1,11}$/.test(unixSeconds)) return false;
  return Math.abs(now.getTime() - Number(unixSeconds) * 1_000) <= TOLERANCE_SECONDS * 1_000;
}

/** The parts of a header such as `t=1,v1=a,v1=b`, by name. */
export function headerParts(header: string, separator: "," | ";"): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  for (const part of header.split(separator)) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    const name = part.slice(0, at).trim();
    parts.set(name, [...(parts.get(name) ?? []), part.slice(at + 1).trim()]);
  }
  return parts;
}
