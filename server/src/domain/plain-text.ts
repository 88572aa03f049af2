/** PostgreSQL keeps no NUL, and a lone surrogate would silently become another character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

const CONTROL = /\p{Cc}/u;

/** Control characters steer terminals, and a line break in a name forges a row of its own. */
export const isOneLine = (text: string): boolean => !CONTROL.test(text);
export const isOfLines = (text: string): boolean => isOneLine(text.replaceAll(/\r\n|[\n\t]/g, ""));

/** What may stand in a field, and the sentence for one in which something else does. */
export const contents = {
  line: { holds: isOneLine, problem: "must not contain line breaks or other control characters" },
  lines: { holds: isOfLines, problem: "must not contain control characters other than line breaks and tabs" },
} as const;

/** For a terminal: what is not printable is shown as its code. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** Other people's words inside a sentence or a header: no line of theirs can begin a new one. */
export const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** In code points, as JSON Schema counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** A code point takes one or two units, so that most texts, and all very long ones, need no counting. */
export const isAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
export const isAtLeast = (text: string, min: number): boolean => text.length >= 2 * min || lengthOf(text) >= min;
