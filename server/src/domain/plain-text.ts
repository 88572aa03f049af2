/** PostgreSQL keeps no NUL, and a lone surrogate would silently become another character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** Other people's words inside a sentence or a header: no line of theirs can begin a new one. */
export const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();

/** In code points, as JSON Schema counts. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** A code point takes one or two units, so that most texts, and all very long ones, need no counting. */
export const isAtMost = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
export const isAtLeast = (text: string, min: number): boolean => text.length >= 2 * min || lengthOf(text) >= min;
