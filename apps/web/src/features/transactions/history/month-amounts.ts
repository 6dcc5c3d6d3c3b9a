import { formatMessage, formatPlural } from '@cairn/contract/text/copy';
import { formatMonth } from '../../../platform/formats/formats.ts';
import { transactionsCopy } from '../transactions.copy.ts';

/** The total of one month, in major units. */
export interface MonthAmount {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly amount: number;
}

/** The most bars that are still distinguishable on a phone. */
const maxMonths = 36;

/** The newest months of a history, oldest first. */
export function recentMonths(totals: Readonly<Record<string, number>>): MonthAmount[] {
  return Object.entries(totals)
    .map(([month, amount]) => ({ month, amount }))
    .toSorted((a, b) => a.month.localeCompare(b.month))
    .slice(-maxMonths);
}

/** A note on the months that count toward the total but have no bar. */
export function hiddenMonthsNote(monthCount: number, drawn: readonly MonthAmount[]): string {
  const hidden = formatPlural(
    monthCount - drawn.length,
    transactionsCopy.monthlyTotals.hiddenMonths,
  );
  return formatMessage(hidden, { month: formatMonth(drawn[0]?.month ?? '') });
}

/** The total and the average of all months, to the cent. The average includes months of zero. */
export function totalAndAverage(amounts: readonly number[]): { total: number; average: number } {
  const cents = amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0);
  const average = amounts.length === 0 ? 0 : Math.round(cents / amounts.length) / 100;
  return { total: cents / 100, average };
}
