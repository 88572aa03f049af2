export const rowElementId = (id: string): string => `review-${id}`;

export const DETAIL_ID = "review-detail";

/**
 * Moves the focus to the conversion's row, so that screen readers read it and the list scrolls to it. On a phone that
 * shows one conversion, there is no row, and that conversion gets the focus.
 */
export const focusRow = (id: string): void =>
  (document.getElementById(rowElementId(id)) ?? document.getElementById(DETAIL_ID))?.focus();
