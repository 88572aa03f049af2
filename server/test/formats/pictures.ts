import { deflateSync } from "node:zlib";

// The smallest files that browsers draw, built by hand so that each part can be changed.

export const pngChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, data, crcOf(Buffer.concat([Buffer.from(type, "latin1"), data]))]);
};

export const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

export function pngHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  // Eight bits of grey.
  data[8] = 8;
  return pngChunk("IHDR", data);
}

/** A grey picture; `more` goes between its header and its pixels. */
export function aPng({ width = 2, height = 2, more = [] as Buffer[] } = {}): Buffer {
  // A bomb declares more than it holds.
  const rows = Buffer.alloc((Math.min(width, 64) + 1) * Math.min(height, 16), 0x80);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngHeader(width, height),
    ...more,
    pngChunk("IDAT", deflateSync(rows)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function crcOf(bytes: Buffer): Buffer {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return sum;
}

const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** With the structure of a JPEG file: its pixels are not meant to be drawn. */
export function aJpeg({ width = 2, height = 2, more = [] as Buffer[] } = {}): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...more,
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}
export const jpegComment = (text: string): Buffer => segment(0xfe, Buffer.from(text));

export const webpChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** Lossless, with an optional canvas around it. */
export function aWebp({ width = 2, height = 2, canvas = 0, more = [] as Buffer[] } = {}): Buffer {
  const pixels = Buffer.alloc(6);
  pixels[0] = 0x2f;
  pixels.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  const extended = Buffer.alloc(10);
  extended[0] = 0x1c;
  if (canvas > 0) {
    extended.writeUIntLE(canvas - 1, 4, 3);
    extended.writeUIntLE(canvas - 1, 7, 3);
  }
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    ...(canvas > 0 ? [webpChunk("VP8X", extended)] : []),
    webpChunk("VP8L", pixels),
    ...more,
  ]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
