/** The first such day of a month that is after today, as YYYY-MM-DD in UTC. */
export function nextDayAfter(today: string, day: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const inMonth = (months: number): string =>
    new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
  return inMonth(0) > today ? inMonth(0) : inMonth(1);
}

/**
 * The next batch after the schedule was edited. One that is due and not created yet keeps its day, unless the new day still
 * comes in the same month: otherwise the edit would cost the affiliates a month.
 */
export function nextDayAfterEdit(today: string, day: number, dueOn: string | undefined): string {
  const next = nextDayAfter(today, day);
  if (dueOn === undefined || dueOn > today) return next;
  return dueOn.slice(0, 7) === next.slice(0, 7) ? next : dueOn;
}
