/** Shows nothing on a page, wherever it stands in a text. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * An order id as a person typed or pasted it. Only for ids that people enter: what the merchant's backend sends is kept byte
 * for byte. Tabs and line breaks become spaces first, so that the words around them stay apart.
 */
export const cleanOrderId = (text: string): string =>
  text
    .replaceAll(/[\p{Z}\t-\r]/gu, " ")
    .replaceAll(invisible, "")
    .trim();
