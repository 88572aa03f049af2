/** The first such day of a month that is after today, as YYYY-MM-DD in UTC. */
export function nextDayAfter(today: string, day: number): string {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const inMonth = (months: number): string =>
    new Date(Date.UTC(year, month - 1 + months, day)).toISOString().slice(0, 10);
  return inMonth(0) > today ? inMonth(0) : inMonth(1);
}
