// Rows in PostgreSQL's binary COPY format. Ten times faster to write and to read than text.
const SIZE = 262_144;
/** The longest row fits into what is left. */
const SPARE = 8_192;
const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
/** PostgreSQL counts from 2000. */
const EPOCH_MS = 946_684_800_000;
const DAY_MS = 86_400_000;
const TEXT_OID = 25;
const UUID_OID = 2950;

/** Mixes the bits of a number: an even spread that is the same in every run. */
export function mix(/** @type {number} */ value) {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * An ID with its time, like the service's own. The same kind and number always give the same ID.
 * @param {Uint8Array} to @param {number} at @param {{ ms: number, kind: number, number: number }} of
 */
function writeId(to, at, { ms, kind, number }) {
  const first = mix(number + Math.imul(kind, 0x9e3779b1));
  const second = mix(first ^ 0x5bd1e995);
  const third = mix(second + number);
  putInt4(to, at, Math.floor(ms / 65_536));
  putInt2(to, at + 4, ms % 65_536);
  putInt2(to, at + 6, 0x7000 | (first & 0xfff));
  putInt2(to, at + 8, 0x8000 | ((first >>> 12) & 0x3fff));
  putInt2(to, at + 10, second >>> 16);
  putInt4(to, at + 12, third);
}

/** @param {{ ms: number, kind: number, number: number }} of */
export function idBytes(of) {
  const bytes = Buffer.allocUnsafe(16);
  writeId(bytes, 0, of);
  return bytes;
}

/** @param {Uint8Array} to @param {number} at @param {number} value */
function putInt2(to, at, value) {
  to[at] = value >>> 8;
  to[at + 1] = value;
}

/** @param {Uint8Array} to @param {number} at @param {number} value */
function putInt4(to, at, value) {
  to[at] = value >>> 24;
  to[at + 1] = value >>> 16;
  to[at + 2] = value >>> 8;
  to[at + 3] = value;
}

export class CopyRows {
  #bytes = Buffer.allocUnsafeSlow(SIZE);
  #at = SIGNATURE.copy(this.#bytes);

  get isFull() {
    return this.#at > SIZE - SPARE;
  }

  /** What was written since the last call. */
  take() {
    const part = this.#bytes.subarray(0, this.#at);
    this.#bytes = Buffer.allocUnsafeSlow(SIZE);
    this.#at = 0;
    return part;
  }

  /** The last part. */
  end() {
    this.row(0xffff);
    return this.take();
  }

  /** Starts a row of this many fields. */
  row(/** @type {number} */ fields) {
    putInt2(this.#bytes, this.#at, fields);
    this.#at += 2;
    return this;
  }

  null() {
    return this.#int4(0xffffffff);
  }

  /** @param {number} ms @param {number} kind @param {number} number */
  id(ms, kind, number) {
    this.#int4(16);
    writeId(this.#bytes, this.#at, { ms, kind, number });
    this.#at += 16;
    return this;
  }

  bytes(/** @type {Uint8Array} */ value) {
    this.#int4(value.length);
    this.#bytes.set(value, this.#at);
    this.#at += value.length;
    return this;
  }

  /** ASCII only. */
  text(/** @type {string} */ value) {
    this.#int4(value.length);
    this.#at += this.#bytes.write(value, this.#at, "latin1");
    return this;
  }

  json(/** @type {string} */ value) {
    this.#int4(value.length + 1);
    this.#bytes[this.#at] = 1;
    this.#at += 1 + this.#bytes.write(value, this.#at + 1, "latin1");
    return this;
  }

  int4(/** @type {number} */ value) {
    return this.#int4(4).#int4(value);
  }

  int8(/** @type {number} */ value) {
    return this.#int4(8).#int4(Math.floor(value / 4_294_967_296)).#int4(value % 4_294_967_296);
  }

  bool(/** @type {boolean} */ value) {
    this.#int4(1);
    this.#bytes[this.#at] = value ? 1 : 0;
    this.#at += 1;
    return this;
  }

  /** @param {number} ms since 1970; undefined: null */
  time(/** @type {number | undefined} */ ms) {
    return ms === undefined ? this.null() : this.int8((ms - EPOCH_MS) * 1_000);
  }

  /** @param {number} ms of the first moment of the day; -Infinity is allowed */
  date(ms) {
    return this.int4(ms === -Infinity ? -2_147_483_648 : (ms - EPOCH_MS) / DAY_MS);
  }

  /** @param {readonly Uint8Array[]} values */
  uuids(values) {
    this.#int4(20 + 20 * values.length);
    for (const part of [1, 0, UUID_OID, values.length, 1]) this.#int4(part);
    for (const value of values) this.bytes(value);
    return this;
  }

  /** @param {number} value */
  #int4(value) {
    putInt4(this.#bytes, this.#at, value);
    this.#at += 4;
    return this;
  }
}

/** A text[] as a field's bytes. */
export function textArray(/** @type {string[]} */ values) {
  if (values.length === 0) return Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, TEXT_OID]);
  const parts = [1, 0, TEXT_OID, values.length, 1].map(int4Bytes);
  for (const value of values) parts.push(int4Bytes(value.length), Buffer.from(value));
  return Buffer.concat(parts);
}

function int4Bytes(/** @type {number} */ value) {
  const bytes = Buffer.alloc(4);
  putInt4(bytes, 0, value);
  return bytes;
}
