const list = new Intl.ListFormat(undefined, { type: "conjunction" });

/** `€1.00, £2.00 and $3.00` */
export const listText = (items: readonly string[]): string => list.format(items);
