import { LOGO_BYTES_MAX, LOGO_SIDE_MAX } from "tributary-sdk/limits";
import { AppError } from "../domain/errors.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

export const pictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export type PictureType = (typeof pictureTypes)[number];

/** The size from the header, and the bytes needed to draw the picture. */
export interface PictureFile {
  readonly width: number;
  readonly height: number;
  readonly content: Buffer;
}
export interface Picture extends PictureFile {
  readonly type: PictureType;
}

const readers: readonly (readonly [PictureType, (bytes: Buffer) => PictureFile | undefined])[] = [
  ["image/png", readPng],
  ["image/jpeg", readJpeg],
  ["image/webp", readWebp],
];

/**
 * Recognizes an uploaded picture by its bytes, never by its name or declared type. Keeps only the parts needed to draw
 * it: metadata may contain a location or a name, and bytes after the end could be read as another kind of file. SVG is
 * not accepted, because it can contain scripts.
 */
export function readPicture(bytes: Buffer): Picture {
  if (bytes.length > LOGO_BYTES_MAX)
    throw new AppError("invalid_picture", {
      text: `The image is larger than ${LOGO_BYTES_MAX / 1000} kB. Choose a smaller file.`,
    });
  for (const [type, read] of readers) {
    const picture = read(bytes);
    if (picture) return { type, ...bounded(picture) };
  }
  throw new AppError("invalid_picture");
}

/** A few bytes can declare a picture of gigabytes, which every visitor's browser would have to decode. */
function bounded(picture: PictureFile): PictureFile {
  const { width, height } = picture;
  if (Math.min(width, height) < 1) throw new AppError("invalid_picture");
  if (Math.max(width, height) > LOGO_SIDE_MAX)
    throw new AppError("invalid_picture", {
      text: `The image has ${width} × ${height} pixels. Use one with at most ${LOGO_SIDE_MAX} × ${LOGO_SIDE_MAX}.`,
    });
  return picture;
}
