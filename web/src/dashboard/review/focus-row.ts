export const rowElementId = (id: string): string => `review-${id}`;

/** Moves the focus to the conversion's row, so that screen readers read it and the list scrolls to it. */
export const focusRow = (id: string): void => document.getElementById(rowElementId(id))?.focus();
