import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";
import { fewRandomBytes } from "./random-bytes.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz";

const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Clocks of test accounts and times of stored webhooks lie apart from the present, so several milliseconds alternate. */
const REMEMBERED_MS = 32;
/** The last sequence of each of the milliseconds used last, the newest at the end. */
const sequences = new Map<number, number>();

/** Counts up within a millisecond, so that what happens first there has the smaller ID. */
function sequenceAt(ms: number, bytes: Buffer): number {
  const last = sequences.get(ms);
  // Half of the range, so that counting up cannot leave it.
  const sequence = last === undefined ? bytes.readUInt32BE(6) >>> 1 : last + 1;
  sequences.delete(ms);
  sequences.set(ms, sequence);
  if (sequences.size > REMEMBERED_MS) forgetOldest();
  return sequence;
}

function forgetOldest(): void {
  const [oldest] = sequences.keys();
  if (oldest !== undefined) sequences.delete(oldest);
}

function uuidAt(ms: number): string {
  const bytes = fewRandomBytes(16);
  return v7({ msecs: ms, seq: sequenceAt(ms, bytes), random: bytes });
}

/** The only source of randomness: IDs, codes, tokens, keys, and the lengths of leases. */
export const random = {
  /** In the order of time, so that indexes grow at their right edge and events are listed in their order. */
  uuid: (at: Date): string => uuidAt(at.getTime()),
  /** 256 bits for links and cookies. */
  token: (): string => randomBytes(32).toString("base64url"),
  /** 43 characters of base62 hold 256 bits. */
  apiKey: (mode: "live" | "test"): string => `sk_${mode}_${pick(BASE62, 43)}`,
  affiliateCode: (): string => pick(UNAMBIGUOUS, 10),
  recoveryCode: (): string => pick(UNAMBIGUOUS, 16),
  digits: (length: number): string => pick("0123456789", length),
  password: (): string => pick(UNAMBIGUOUS, 20),
  requestId: (): string => `req_${randomBytes(12).toString("hex")}`,
  /** Makes request IDs: a random start, then a counter. As unique as the others, and far cheaper. */
  requestIds: (): (() => string) => {
    const start = `req_${randomBytes(8).toString("hex")}`;
    let count = 0;
    return () => start + (count++).toString(16).padStart(8, "0");
  },
  /** A random integer from 0 to `limit` - 1. */
  below: (limit: number): number => randomInt(limit),
  bytes: (size: number): Buffer => randomBytes(size),
};
export type Random = typeof random;
