import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";

/** Shows what is saved elsewhere while the form is open, except in fields that someone has changed here. */
export function useFollowSaved<Values extends object>(form: UseFormReturnType<Values>, saved: Values): void {
  const seen = useRef(saved);
  useEffect(() => {
    const news = Object.entries(saved).filter(([name, value]) => value !== seen.current[name as keyof Values]);
    seen.current = saved;
    if (news.length === 0) return;
    const unchanged = news.filter(([name]) => !form.isDirty(name));
    form.setInitialValues({ ...form.getInitialValues(), ...Object.fromEntries(news) });
    // Compares all fields with these values again.
    form.setDirty({});
    for (const [name] of unchanged) form.resetField(name);
  });
}
