/** PostgreSQL cannot store NUL, and a lone surrogate would silently become another character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const CONTROL = /\p{Cc}/u;

/** Control characters can drive a terminal, and a line break in a name could fake an extra row. */
export const isOneLine = (text: string): boolean => !CONTROL.test(text);
export const isOfLines = (text: string): boolean => isOneLine(text.replaceAll(/\r\n|[\n\t]/g, ""));

/** What a field may contain, and the message if it contains anything else. */
export const contents = {
  line: { holds: isOneLine, problem: "must not contain line breaks or other control characters" },
  lines: { holds: isOfLines, problem: "must not contain control characters other than line breaks and tabs" },
} as const;

/** For terminals: replaces characters that are not printable with their codes. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** For user text inside a sentence or a header: it must not start a new line. */
export const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** In code points, like JSON Schema. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** A code point takes one or two UTF-16 units, so most strings, and all very long ones, need no counting. */
export const isAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
export const isAtLeast = (text: string, min: number): boolean => text.length >= 2 * min || lengthOf(text) >= min;
