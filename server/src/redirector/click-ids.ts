import { randomFillSync } from "node:crypto";
import type { ClickId } from "../domain/ids.ts";

/** A new click ID: its sixteen bytes for the database, and its text for the visitor. */
export interface MadeClickId {
  readonly bytes: Buffer;
  readonly id: ClickId;
}

const ALPHABET = Buffer.from("0123456789abcdefghjkmnpqrstvwxyz", "latin1");
const PREFIX = "clk_";
const TEXT_LENGTH = PREFIX.length + 26;
/** After the prefix, 48 bits of time and two leading zeros take ten characters. */
const TIME_AT = PREFIX.length;
const RANDOM_AT = TIME_AT + 10;
const RANDOM_BYTES = 10;
const POOL_BYTES = RANDOM_BYTES * 1_000;

/**
 * The same IDs as everywhere (UUIDv7 in base32), created twenty times faster: randomness comes from a pool, and a
 * millisecond's characters are computed once. At tens of thousands of redirects per second, the general function took
 * as long as the rest of the response.
 */
export class ClickIdMaker {
  readonly #pool = Buffer.alloc(POOL_BYTES);
  readonly #text = Buffer.from(PREFIX.padEnd(TEXT_LENGTH, "0"), "latin1");
  #used = POOL_BYTES;
  #ms = -1;

  make(atMs: number): MadeClickId {
    if (this.#used === POOL_BYTES) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    if (atMs !== this.#ms) this.#writeTime(atMs);
    const bytes = Buffer.allocUnsafe(16);
    bytes.writeUIntBE(atMs, 0, 6);
    bytes.writeUInt32BE(this.#pool.readUInt32BE(this.#used), 6);
    bytes.writeUInt32BE(this.#pool.readUInt32BE(this.#used + 4), 10);
    bytes.writeUInt16BE(this.#pool.readUInt16BE(this.#used + 8), 14);
    this.#used += RANDOM_BYTES;
    // Sets version 7 and the variant of RFC 9562.
    bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    this.#writeFortyBits(bytes, 6, RANDOM_AT);
    this.#writeFortyBits(bytes, 11, RANDOM_AT + 8);
    return { bytes, id: this.#text.toString("latin1") as ClickId };
  }

  #writeTime(ms: number): void {
    this.#ms = ms;
    let left = ms;
    for (let at = RANDOM_AT - 1; at >= TIME_AT; at -= 1) {
      this.#text[at] = ALPHABET[left % 32] ?? 0;
      left = Math.floor(left / 32);
    }
  }

  /** Five bytes give eight characters. */
  #writeFortyBits(bytes: Buffer, from: number, to: number): void {
    const high = bytes.readUInt32BE(from);
    const last = bytes[from + 4] ?? 0;
    for (let index = 0; index < 6; index += 1) this.#text[to + index] = ALPHABET[(high >>> (27 - 5 * index)) & 31] ?? 0;
    this.#text[to + 6] = ALPHABET[((high & 3) << 3) | (last >> 5)] ?? 0;
    this.#text[to + 7] = ALPHABET[last & 31] ?? 0;
  }
}
