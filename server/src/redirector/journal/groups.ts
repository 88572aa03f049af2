import { crc32 } from "node:zlib";
import type { NewClick } from "../../domain/click.ts";

/** One or more clicks that reach the disk together: their length, their checksum, and the clicks. */
const HEAD_BYTES = 8;
const UUID_BYTES = 16;
const HASH_BYTES = 16;
/** Flags, three owners, two times and the length of `sub`. */
const FIXED_BYTES = 1 + 3 * UUID_BYTES + 2 * 8 + 2;
const [HAS_ID, HAS_SUB, HAS_HASH] = [1, 2, 4];

export interface Group {
  readonly clicks: readonly NewClick[];
  /** Where the next group starts. */
  readonly end: number;
}

export function encodeGroup(clicks: readonly NewClick[]): Buffer {
  const texts = clicks.map(({ sub }) => (sub === null ? null : Buffer.from(sub, "utf8")));
  const size = clicks.reduce(
    (sum, { id, addressHash }, at) =>
      sum + FIXED_BYTES + (id ? UUID_BYTES : 0) + (addressHash ? HASH_BYTES : 0) + (texts[at]?.length ?? 0),
    0,
  );
  const bytes = Buffer.alloc(HEAD_BYTES + size);
  let at = HEAD_BYTES;
  for (const [index, click] of clicks.entries()) at = writeClick(bytes, at, { click, sub: texts[index] ?? null });
  bytes.writeUInt32LE(size, 0);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD_BYTES)), 4);
  return bytes;
}

/**
 * The complete groups from `start` on. Ends at the first one that is incomplete or damaged: the process died while it
 * wrote that one, so nobody has been told about its clicks.
 */
export function* decodeGroups(bytes: Buffer, start: number): Generator<Group> {
  for (let at = start; at + HEAD_BYTES <= bytes.length;) {
    const end = at + HEAD_BYTES + bytes.readUInt32LE(at);
    const content = bytes.subarray(at + HEAD_BYTES, end);
    if (end > bytes.length || end === at + HEAD_BYTES || crc32(content) !== bytes.readUInt32LE(at + 4)) return;
    yield { clicks: readClicks(content), end };
    at = end;
  }
}

/**
 * Whether the bytes from `start` on are a complete group with a wrong checksum. A group that the process could not
 * finish is shorter than it says, or zeros after a power failure.
 */
export function isDamaged(bytes: Buffer, start: number): boolean {
  const length = start + HEAD_BYTES <= bytes.length ? bytes.readUInt32LE(start) : 0;
  return length > 0 && start + HEAD_BYTES + length <= bytes.length;
}

function writeClick(bytes: Buffer, start: number, { click, sub }: { click: NewClick; sub: Buffer | null }): number {
  const { id, scope, addressHash } = click;
  let at = bytes.writeUInt8((id ? HAS_ID : 0) | (sub ? HAS_SUB : 0) | (addressHash ? HAS_HASH : 0), start);
  for (const part of [scope.account, scope.campaign, scope.affiliation]) at += part.copy(bytes, at);
  at = bytes.writeDoubleLE(click.clickedAtMs, at);
  at = bytes.writeDoubleLE(click.expiresAtMs, at);
  at = bytes.writeUInt16LE(sub?.length ?? 0, at);
  for (const part of [id, addressHash, sub]) if (part) at += part.copy(bytes, at);
  return at;
}

function readClicks(content: Buffer): NewClick[] {
  const clicks: NewClick[] = [];
  let at = 0;
  const take = (length: number): Buffer => content.subarray(at, (at += length));
  while (at < content.length) {
    const flags = take(1).readUInt8();
    const scope = { account: take(UUID_BYTES), campaign: take(UUID_BYTES), affiliation: take(UUID_BYTES) };
    const [clickedAtMs, expiresAtMs] = [take(8).readDoubleLE(), take(8).readDoubleLE()];
    const length = take(2).readUInt16LE();
    const id = (flags & HAS_ID) === 0 ? null : take(UUID_BYTES);
    const addressHash = (flags & HAS_HASH) === 0 ? null : take(HASH_BYTES);
    const sub = (flags & HAS_SUB) === 0 ? null : take(length).toString("utf8");
    clicks.push({ id, scope, clickedAtMs, expiresAtMs, sub, addressHash });
  }
  return clicks;
}
