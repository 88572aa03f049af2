/** A dialog or menu is open: keys are for it, and not for the page behind it. */
export const isDialogOpen = (): boolean => document.querySelector("[role='dialog'], [role='menu']") !== null;
