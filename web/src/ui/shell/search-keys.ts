/** The keys that open the palette, as printed on the reader's keyboard. */
export const searchKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘K" : "Ctrl K";
