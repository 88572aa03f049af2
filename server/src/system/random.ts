import { randomBytes, randomInt } from "node:crypto";
import { v7 } from "uuid";
import { fewRandomBytes } from "./random-bytes.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz";

const pick = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** The only source of randomness: IDs, codes, tokens and keys. */
export const random = {
  /** Time-ordered, so that indexes grow at their right edge. */
  uuid: (at: Date): string => v7({ msecs: at.getTime(), random: fewRandomBytes(16) }),
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
  bytes: (size: number): Buffer => randomBytes(size),
};
export type Random = typeof random;
