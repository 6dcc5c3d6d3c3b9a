/** Adds months to a month (`YYYY-MM`); a negative number subtracts. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The days of a month (`YYYY-MM`) up to the given day, or up to the last day of a shorter month. */
export function monthStartRange(month: string, day: number): { from: string; to: string } {
  const { from, to } = monthRange(month);
  const last = Math.min(day, Number(to.slice(8)));
  return { from, to: from.slice(0, 8) + String(last).padStart(2, '0') };
}

/** The first and last day of a month (`YYYY-MM`), both included. */
export function monthRange(month: string): { from: string; to: string } {
  const last = new Date(Date.parse(`${addMonths(month, 1)}-01T00:00:00Z`) - 86_400_000);
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}
