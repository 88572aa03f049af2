import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";

/**
 * Shows what is saved elsewhere while the form is open, except in fields that someone has changed here.
 * A change to one field of a group keeps the whole group.
 */
export function useFollowSaved<Values extends object>(
  form: UseFormReturnType<Values>,
  saved: Values,
  groups: readonly (readonly (keyof Values & string)[])[],
): void {
  const seen = useRef(saved);
  useEffect(() => {
    const news = Object.entries(saved).filter(([name, value]) => value !== seen.current[name as keyof Values]);
    seen.current = saved;
    if (news.length === 0) return;
    const groupOf = (name: string) => groups.find((names) => names.some((other) => other === name)) ?? [name];
    const unchanged = news.filter(([name]) => !groupOf(name).some((other) => form.isDirty(other)));
    form.setInitialValues({ ...form.getInitialValues(), ...Object.fromEntries(news) });
    // Compares all fields with these values again.
    form.setDirty({});
    for (const [name] of unchanged) form.resetField(name);
  });
}
