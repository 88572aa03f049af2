import { randomFillSync } from "node:crypto";
import type { ClickId } from "../domain/ids.ts";

/** A new click id: its sixteen bytes for the database, and its text for the visitor. */
export interface MadeClickId {
  readonly bytes: Buffer;
  readonly id: ClickId;
}

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Two characters of base32 for each ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => `${ALPHABET[bits >> 5]}${ALPHABET[bits & 31]}`);
const RANDOM_BYTES = 10;
const POOL_BYTES = RANDOM_BYTES * 1_000;

/**
 * The same ids as everywhere (UUIDv7 in base32), made twenty times quicker: randomness by the pool, the characters of a
 * millisecond once. At tens of thousands of redirects a second the general way took as long as the rest of the answer.
 */
export class ClickIdMaker {
  readonly #pool = Buffer.alloc(POOL_BYTES);
  #used = POOL_BYTES;
  #ms = -1;
  #timeText = "";

  make(atMs: number): MadeClickId {
    if (this.#used === POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    if (atMs !== this.#ms) this.#setTime(atMs);
    const bytes = Buffer.allocUnsafe(16);
    bytes.writeUIntBE(atMs, 0, 6);
    this.#pool.copy(bytes, 6, this.#used, this.#used + RANDOM_BYTES);
    this.#used += RANDOM_BYTES;
    // Version 7 and the variant of RFC 9562.
    bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    return { bytes, id: `clk_${this.#timeText}${fortyBits(bytes, 6)}${fortyBits(bytes, 11)}` };
  }

  /** 48 bits of time and two leading zeros are ten characters. */
  #setTime(ms: number): void {
    this.#ms = ms;
    const pair = (shift: number): string => PAIRS[Math.floor(ms / 2 ** shift) % 1024] ?? "";
    this.#timeText = pair(40) + pair(30) + pair(20) + pair(10) + pair(0);
  }
}

function fortyBits(bytes: Buffer, at: number): string {
  const high = bytes.readUInt32BE(at);
  const last = bytes[at + 4] ?? 0;
  return (
    (PAIRS[high >>> 22] ?? "") +
    (PAIRS[(high >>> 12) & 1023] ?? "") +
    (PAIRS[(high >>> 2) & 1023] ?? "") +
    (PAIRS[((high & 3) << 8) | last] ?? "")
  );
}
