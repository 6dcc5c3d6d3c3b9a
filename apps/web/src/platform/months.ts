/** The month (`YYYY-MM`) some months away from one. */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The days of the month before one (`YYYY-MM`): all of them, or of the month of `today` up to the same day. */
export function daysOfMonthBefore(month: string, today: string): { from: string; to: string } {
  const before = monthAway(month, -1);
  return today.slice(0, 7) === month
    ? firstDays(before, Number(today.slice(8)))
    : daysOfMonth(before);
}

/** The days of a month (`YYYY-MM`) up to a day number, which it may not have. */
export function firstDays(month: string, day: number): { from: string; to: string } {
  const { from, to } = daysOfMonth(month);
  const last = Math.min(day, Number(to.slice(8)));
  return { from, to: from.slice(0, 8) + String(last).padStart(2, '0') };
}

/** The days of a month (`YYYY-MM`), the last one included. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${monthAway(month, 1)}-01T00:00:00Z`) - 86_400_000);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
