/** Major units in whole cents, so that adding up is exact. */
const cents = (amount: number): number => Math.round(amount * 100);

/** Adds amounts up, to the cent. */
export const sumOf = (...amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + cents(amount), 0) / 100;

/** How much of a plan is reached, as a whole percent; 0 where nothing is planned or came back. */
export function percentOf(part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0;
  return Math.round((cents(part) / cents(whole)) * 100);
}

/** How much of a month (`YYYY-MM`) is over at the end of a day. */
export function percentOfMonth(month: string, today: string): number {
  if (today.slice(0, 7) !== month) return today > month ? 100 : 0;
  const [year = 0, number = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Math.round((Number(today.slice(8)) / days) * 100);
}

/** How fast money goes against the days: `62 % of the month gone, 48 % spent`. */
export function paceWords(gone: number, spent: number, planned: number): string {
  if (planned <= 0) return `${gone} % of the month gone, nothing planned for spending`;
  return `${gone} % of the month gone, ${percentOf(spent, planned)} % spent`;
}
