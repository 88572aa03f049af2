import type { PictureFile } from "./picture.ts";

const HEADER_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
/** Drops the colour profile, metadata and animation. */
const DRAWN = new Set(["VP8X", "ALPH", "VP8 ", "VP8L"]);
/** Keeps only the transparency flag of VP8X. */
const ALPHA_FLAG = 0x10;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** undefined if it is not a complete WebP file with one picture. */
export function readWebp(bytes: Buffer): PictureFile | undefined {
  if (bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WEBP") return undefined;
  const kept = drawnChunks(bytes, CHUNK_HEAD_BYTES + bytes.readUInt32LE(4));
  if (!kept?.some(({ type }) => type === "VP8 " || type === "VP8L")) return undefined;
  const sizes = kept.filter(({ type }) => type !== "ALPH").map(sizeIn);
  const known = sizes.filter((size) => size !== undefined);
  if (known.length < sizes.length) return undefined;
  const head = Buffer.from("RIFF\0\0\0\0WEBP", "latin1");
  const content = Buffer.concat([head, ...kept.map(({ chunk }) => chunk)]);
  content.writeUInt32LE(content.length - CHUNK_HEAD_BYTES, 4);
  // The canvas and the picture may declare different sizes.
  const largest = (side: (size: Size) => number): number => Math.max(...known.map(side));
  return { width: largest(({ width }) => width), height: largest(({ height }) => height), content };
}

interface Chunk {
  readonly type: string;
  /** With its header and padding. */
  readonly chunk: Buffer;
}

/** undefined if a chunk is longer than the file. */
function drawnChunks(bytes: Buffer, end: number): Chunk[] | undefined {
  if (end > bytes.length) return undefined;
  const kept: Chunk[] = [];
  for (let at = HEADER_BYTES; at + CHUNK_HEAD_BYTES <= end;) {
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + CHUNK_HEAD_BYTES + length + (length % 2);
    if (at + CHUNK_HEAD_BYTES + length > end) return undefined;
    const chunk = Buffer.from(bytes.subarray(at, next));
    if (type === "VP8X") chunk[CHUNK_HEAD_BYTES] = (chunk[CHUNK_HEAD_BYTES] ?? 0) & ALPHA_FLAG;
    if (DRAWN.has(type)) kept.push({ type, chunk });
    at = next;
  }
  return kept;
}

function sizeIn({ type, chunk }: Chunk): Size | undefined {
  const data = chunk.subarray(CHUNK_HEAD_BYTES);
  if (type === "VP8X")
    return data.length < 10 ? undefined : { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
  if (type === "VP8L") {
    if (data.length < 5 || data[0] !== 0x2f) return undefined;
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // A key frame with its start code.
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}
