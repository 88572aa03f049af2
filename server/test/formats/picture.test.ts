import { describe, expect, it } from "vitest";
import { AppError } from "../../src/domain/errors.ts";
import { readPicture } from "../../src/formats/picture.ts";
import { aJpeg, aPng, aWebp, jpegComment, PNG_SIGNATURE, pngChunk, pngHeader, webpChunk } from "./pictures.ts";

const SCRIPT = "<script>alert(1)</script>";

const problemOf = (bytes: Buffer): string => {
  try {
    readPicture(bytes);
    return "accepted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.code}: ${error.message}`;
  }
};
const NO_PICTURE = "invalid_picture: This file is not a complete PNG, JPEG or WebP image. Choose another file.";

describe("an uploaded picture", () => {
  it("is recognized by its bytes, with its size", () => {
    expect(readPicture(aPng({ width: 30, height: 20 }))).toMatchObject({ type: "image/png", width: 30, height: 20 });
    expect(readPicture(aJpeg({ width: 30, height: 20 }))).toMatchObject({ type: "image/jpeg", width: 30, height: 20 });
    expect(readPicture(aWebp({ width: 30, height: 20 }))).toMatchObject({ type: "image/webp", width: 30, height: 20 });
  });

  it("is unchanged if it contains nothing but the picture", () => {
    for (const bytes of [aPng(), aJpeg(), aWebp()]) expect(readPicture(bytes).content.equals(bytes)).toBe(true);
  });

  it.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["GIF", Buffer.from("GIF89a\u0001\0\u0001\0")],
    ["HTML", Buffer.from(`<!doctype html>${SCRIPT}`)],
    ["nothing", Buffer.alloc(0)],
    ["a PNG signature alone", PNG_SIGNATURE],
    ["a PNG file without pixels", Buffer.concat([PNG_SIGNATURE, pngHeader(2, 2), pngChunk("IEND", Buffer.alloc(0))])],
    ["a PNG file without a header", Buffer.concat([PNG_SIGNATURE, aPng().subarray(33)])],
    ["a PNG file with two headers", aPng({ more: [pngHeader(9000, 9000)] })],
    ["a PNG file that is cut off", aPng().subarray(0, -6)],
    ["a PNG chunk longer than the file", Buffer.concat([PNG_SIGNATURE, Buffer.from("7fffffff49484452", "hex")])],
    ["a JPEG file that is cut off", aJpeg().subarray(0, -2)],
    ["a JPEG file with two sizes", aJpeg({ more: [aJpeg().subarray(2, 15)] })],
    ["a JPEG segment of length 0", Buffer.from("ffd8ffe00000ffd9", "hex")],
    ["a WebP file that is cut off", aWebp().subarray(0, -2)],
    [
      "a WebP file with only an animation",
      Buffer.concat([aWebp().subarray(0, 12), webpChunk("ANMF", Buffer.alloc(24))]),
    ],
  ])("is rejected if it is %s", (_name, bytes) => {
    expect(problemOf(bytes)).toBe(NO_PICTURE);
  });

  it.each([
    ["PNG", aPng({ width: 60_000, height: 60_000 })],
    ["PNG with sides of four billion pixels", aPng({ width: 0xffffffff - 1, height: 1 })],
    ["JPEG", aJpeg({ width: 65_535, height: 65_535 })],
    ["WebP", aWebp({ width: 16_384, height: 16_384 })],
    ["WebP whose canvas is larger than its picture", aWebp({ canvas: 16_000_000 })],
  ])("is rejected if a small file declares a huge %s", (_name, bytes) => {
    expect(bytes.length).toBeLessThan(200_000);
    expect(problemOf(bytes)).toMatch(
      /^invalid_picture: The image has \d+ × \d+ pixels\. Use one with at most 2000 × 2000\.$/,
    );
  });

  it("is rejected without pixels on one side", () => {
    expect(problemOf(aPng({ width: 0 }))).toBe(NO_PICTURE);
    expect(problemOf(aJpeg({ height: 0 }))).toBe(NO_PICTURE);
  });

  it("is rejected above 200 kB", () => {
    const large = aPng({ more: [pngChunk("tEXt", Buffer.alloc(200_000))] });
    expect(problemOf(large)).toBe("invalid_picture: The image is larger than 200 kB. Choose a smaller file.");
  });

  it.each([
    ["after the end of a PNG file", Buffer.concat([aPng(), Buffer.from(SCRIPT)]), aPng()],
    ["in the text of a PNG file", aPng({ more: [pngChunk("tEXt", Buffer.from(SCRIPT))] }), aPng()],
    ["after the end of a JPEG file", Buffer.concat([aJpeg(), Buffer.from(SCRIPT)]), aJpeg()],
    ["in a JPEG comment", aJpeg({ more: [jpegComment(SCRIPT)] }), aJpeg()],
    ["after the end of a WebP file", Buffer.concat([aWebp(), Buffer.from(SCRIPT)]), aWebp()],
    ["in the metadata of a WebP file", aWebp({ more: [webpChunk("XMP ", Buffer.from(SCRIPT))] }), aWebp()],
  ])("loses everything that is not the picture: a script %s", (_name, polyglot, plain) => {
    expect(readPicture(polyglot).content.equals(plain)).toBe(true);
  });

  it("clears the metadata flags of a WebP file with its metadata", () => {
    const { content } = readPicture(aWebp({ canvas: 2, more: [webpChunk("EXIF", Buffer.from("GPS"))] }));
    expect(content.includes("GPS")).toBe(false);
    expect(content[20]).toBe(0x10);
  });
});
