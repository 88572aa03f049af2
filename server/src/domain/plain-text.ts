/** PostgreSQL keeps no NUL, and a lone surrogate would silently become another character. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0");

/** In code points, as JSON Schema counts. */
export const lengthOf = (text: string): number => Array.from(text).length;
