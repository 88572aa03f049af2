/** The next date after today that falls on this day of the month, as YYYY-MM-DD in UTC. */
export function nextDayAfter(today: string, day: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const inMonth = (months: number): string =>
    new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
  return inMonth(0) > today ? inMonth(0) : inMonth(1);
}

/**
 * The next batch after the schedule was edited: on the new day, unless the month of the batch already planned would
 * then get none. In that case the planned batch keeps its day, even if it is due, and uses the new settings.
 */
export const nextDayAfterEdit = (newDay: string, planned: string | undefined): string =>
  planned !== undefined && planned.slice(0, 7) < newDay.slice(0, 7) ? planned : newDay;
