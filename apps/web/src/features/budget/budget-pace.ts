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

/**
 * The used part of a planned amount as a whole percent. Rounding doesn't hide that a plan is exceeded or not used up:
 * it is 100 only for exactly the planned amount.
 */
export function percentOfPlan(actual: number, planned: number): number {
  const percent = percentOfAmount(actual, planned);
  if (percent === 0 || toCents(actual) === toCents(planned)) return percent;
  return actual > planned ? Math.max(101, percent) : Math.min(99, percent);
}

/** By how much an amount exceeds its plan, in major units. 0 if it doesn't. */
export const amountOver = (actual: number, planned: number): number =>
  Math.max(0, addAmounts(actual, -planned));

/** The number of days of a month (`YYYY-MM`) after a day in it. */
export const daysLeftInMonth = (month: string, today: string): number =>
  daysInMonth(month) - Number(today.slice(8));

function daysInMonth(month: string): number {
  const [year = 0, monthNumber = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, monthNumber, 0)).getUTCDate();
}

/** How much of a month (`YYYY-MM`) has passed at the end of a day, as a whole percent. */
export function percentOfMonthElapsed(month: string, today: string): number {
  if (today.slice(0, 7) !== month) return today > month ? 100 : 0;
  return Math.round((Number(today.slice(8)) / daysInMonth(month)) * 100);
}

/** Spending compared with the passed part of the month: `62% through the month, 48% spent`. */
export function paceText(elapsed: number, spent: number, planned: number): string {
  if (planned <= 0) return formatMessage(budgetCopy.summary.paceWithoutPlan, { elapsed });
  return formatMessage(budgetCopy.summary.pace, {
    elapsed,
    spent: percentOfPlan(spent, planned),
  });
}

/** The result of a past month: `96% of the planned spending used`. */
export function resultText(spent: number, planned: number): string {
  if (planned <= 0) return budgetCopy.summary.resultWithoutPlan;
  return formatMessage(budgetCopy.summary.result, { spent: percentOfPlan(spent, planned) });
}
