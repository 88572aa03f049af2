import type { PictureFile } from "./picture.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** Everything else is metadata or animation. */
const DRAWN = new Set(["IHDR", "PLTE", "tRNS", "cHRM", "gAMA", "sRGB", "IDAT", "IEND"]);
const HEADER_BYTES = 13;
/** Length, type and checksum. */
const FRAME_BYTES = 12;

/** undefined if it is not a complete PNG file. */
export function readPng(bytes: Buffer): PictureFile | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined;
  const kept: Buffer[] = [SIGNATURE];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const end = at + FRAME_BYTES + length;
    if (end > bytes.length) return undefined;
    // The header comes first, and only once.
    if ((type === "IHDR") !== (size === undefined)) return undefined;
    if (type === "IHDR") {
      if (length !== HEADER_BYTES) return undefined;
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    }
    if (type === "IDAT") hasPixels = true;
    if (DRAWN.has(type)) kept.push(bytes.subarray(at, end));
    if (type === "IEND") return size && hasPixels ? { ...size, content: Buffer.concat(kept) } : undefined;
    at = end;
  }
  return undefined;
}
