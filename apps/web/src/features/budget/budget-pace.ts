import { formatMessage } from '@cairn/contract/text/copy';
import { budgetCopy } from './budget.copy.ts';
import { percentOfPlan } from './planned-amounts.ts';

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

/** Spending compared with the part of the month that has passed: `62% through the month, 48% spent`. */
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
