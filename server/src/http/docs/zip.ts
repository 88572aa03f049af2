import { crc32 } from "node:zlib";

const VERSION = 20;
/** Made on Unix, where the attributes below are permissions. */
const MADE_BY = Buffer.from([VERSION, 3]);
/** A file that its owner can write and everyone can read. */
const ATTRIBUTES = 0o100644 * 2 ** 16;
/** 1 January 1980, the first day of the format: the same content gives the same bytes. */
const DATE = (1 << 5) | 1;

/** A ZIP archive with one file, not compressed. `name`: its path, in ASCII. */
export function zipOf(name: string, content: Buffer): Buffer {
  const path = Buffer.from(name, "ascii");
  // Version, flags, method, time, date, checksum, both sizes, and the lengths of the name and of no extra field.
  const about = Buffer.alloc(26);
  about.writeUInt16LE(VERSION, 0);
  about.writeUInt16LE(DATE, 8);
  about.writeUInt32LE(crc32(content), 10);
  about.writeUInt32LE(content.length, 14);
  about.writeUInt32LE(content.length, 18);
  about.writeUInt16LE(path.length, 22);
  const file = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), about, path, content]);
  const start = Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), MADE_BY]);
  // Comment, disk and internal attributes are empty. The file starts at 0.
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(ATTRIBUTES, 6);
  const entry = Buffer.concat([start, about, rest, path]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(entry.length, 8);
  end.writeUInt32LE(file.length, 12);
  return Buffer.concat([file, entry, Buffer.from("PK\x05\x06", "latin1"), end]);
}
