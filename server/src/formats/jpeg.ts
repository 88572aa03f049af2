import type { PictureFile } from "./picture.ts";

const MARK = 0xff;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const COMMENT = 0xfe;
/** JFIF and Adobe's colour transform: without them, colours change. The other application segments are metadata. */
const APPLICATION_KEPT = new Set([0xe0, 0xee]);
/** Frame headers, which contain a size: every SOF marker. Three codes in that range mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isMetadata = (marker: number): boolean =>
  marker === COMMENT || (marker >= 0xe0 && marker <= 0xef && !APPLICATION_KEPT.has(marker));
/** Within pixel data: a stuffed 0xff, or a restart marker. */
const isData = (marker: number): boolean => marker === 0 || (marker >= 0xd0 && marker <= 0xd7);

/** undefined if it is not a complete JPEG file. */
export function readJpeg(bytes: Buffer): PictureFile | undefined {
  if (bytes[0] !== MARK || bytes[1] !== START) return undefined;
  const kept: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = 2; at + 2 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== MARK) return undefined;
    if (marker === END) {
      kept.push(bytes.subarray(at, at + 2));
      return size && hasPixels ? { ...size, content: Buffer.concat(kept) } : undefined;
    }
    if (at + 4 > bytes.length) return undefined;
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) return undefined;
    if (isFrame(marker)) {
      // Only hierarchical files have several frames, and browsers do not draw those.
      if (size || length < 7) return undefined;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    if (marker === SCAN) {
      hasPixels = true;
      end = endOfScan(bytes, end);
    }
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return undefined;
}

function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(MARK, from);
  while (at !== -1 && at + 1 < bytes.length && isData(bytes[at + 1] ?? 0)) at = bytes.indexOf(MARK, at + 2);
  return at === -1 ? bytes.length : at;
}
