/** The month (`YYYY-MM`) some months away from one. */
export function monthAway(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The days of a month (`YYYY-MM`), the last one included. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${monthAway(month, 1)}-01T00:00:00Z`) - 86_400_000);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
