/** Characters that are invisible on a page. */
const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Cleans up an order ID that a person typed or pasted. IDs from the merchant's backend are stored byte for byte. Tabs
 * and line breaks become spaces first, so that words stay separate.
 */
export const cleanOrderId = (text: string): string =>
  text
    .replaceAll(/[\p{Z}\t-\r]/gu, " ")
    .replaceAll(invisible, "")
    .trim();
