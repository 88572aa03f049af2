/** The first such day of a month that is after today, as YYYY-MM-DD in UTC. */
export function nextDayAfter(today: string, day: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const inMonth = (months: number): string =>
    new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
  return inMonth(0) > today ? inMonth(0) : inMonth(1);
}

/**
 * The next batch after the schedule was edited: the new day, unless the month of the batch that was already planned would go
 * without one. That batch keeps its day, also when it is due, and is created with the new settings.
 */
export const nextDayAfterEdit = (newDay: string, planned: string | undefined): string =>
  planned !== undefined && planned.slice(0, 7) < newDay.slice(0, 7) ? planned : newDay;
