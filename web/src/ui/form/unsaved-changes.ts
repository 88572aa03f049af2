/** Apart from the guard, so that the menu that signs out loads no form. */
const forms = new Set<symbol>();

/** A form on the page has unsaved changes. Returns a function that takes it back. */
export function addUnsaved(): () => void {
  const form = Symbol("unsaved");
  forms.add(form);
  return () => forms.delete(form);
}

export const hasUnsaved = (): boolean => forms.size > 0;
