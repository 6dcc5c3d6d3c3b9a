import { formatCount, formatMonth } from '../../platform/formats.ts';

/** What one month came to, in dollars. */
export interface MonthAmount {
  readonly month: string;
  readonly amount: number;
}

/** As many months as a chart can tell apart on a phone. */
const mostMonths = 36;

/** The newest months of a history, oldest first. */
export function monthsOf(totals: Readonly<Record<string, number>>): MonthAmount[] {
  return Object.entries(totals)
    .map(([month, amount]) => ({ month, amount }))
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .slice(-mostMonths);
}

/** Says how many months of a history are in its sum and have no bar. */
export function monthsWithoutBar(all: number, drawn: readonly MonthAmount[]): string {
  const count = all - drawn.length;
  const [many, are, have] = count === 1 ? ['month', 'is', 'has'] : ['months', 'are', 'have'];
  const first = formatMonth(drawn[0]?.month ?? '');
  return `${formatCount(count)} ${many} before ${first} ${are} in the sum and the average, and ${have} no bar.`;
}

/** The sum of all months, to the cent, and what they come to on average, those of zero included. */
export function totalAndAverage(amounts: readonly number[]): { total: number; average: number } {
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  const average = amounts.length === 0 ? 0 : Math.round(cents / amounts.length) / 100;
  return { total: cents / 100, average };
}
