import type { UseFormReturnType } from "@mantine/form";

/** The fields that someone has changed here. Sending the others would undo what is saved elsewhere meanwhile. */
export const changedFields = <Values extends object>(
  form: UseFormReturnType<Values>,
  values: Values,
): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => form.isDirty(name))) as Partial<Values>;
