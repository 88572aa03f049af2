const fields = "textarea, select, [contenteditable='true'], input:not([type='checkbox'], [type='radio'])";

/** A key that belongs to a text field or to the browser is not a shortcut. */
export function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(fields) !== null);
}
