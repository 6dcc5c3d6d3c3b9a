import { formatMessage } from '@cairn/contract/text/copy';
import { budgetCopy } from './budget.copy.ts';

/** Major units as whole cents, so that sums are exact. */
const toCents = (amount: number): number => Math.round(amount * 100);

/** Adds up amounts, exact to the cent. */
export const addAmounts = (...amounts: number[]): number =>
  amounts.reduce((sum, amount) => sum + toCents(amount), 0) / 100;

/** A part of a whole as a whole percent. 0 if either is zero or negative. */
export function percentOfAmount(part: number, whole: number): number {
  if (whole <= 0 || part <= 0) return 0;
  return Math.round((toCents(part) / toCents(whole)) * 100);
}

/** How much of a month (`YYYY-MM`) has passed at the end of a day, as a whole percent. */
export function percentOfMonthElapsed(month: string, today: string): number {
  if (today.slice(0, 7) !== month) return today > month ? 100 : 0;
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  const days = new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
  return Math.round((Number(today.slice(8)) / days) * 100);
}

/** Spending compared with the passed part of the month: `62% through the month, 48% spent`. */
export function paceText(elapsed: number, spent: number, planned: number): string {
  if (planned <= 0) return formatMessage(budgetCopy.summary.paceWithoutPlan, { elapsed });
  return formatMessage(budgetCopy.summary.pace, {
    elapsed,
    spent: percentOfAmount(spent, planned),
  });
}
