import type { CallResponse } from '@cairn/contract/calls';
import { formatMoney } from '../../platform/formats/formats.ts';
import { spendingCopy } from './spending.copy.ts';

/** Running totals of this month and last month, by day of the month. */
export type SpendingDay = CallResponse<'GET /user/currentspending'>['res'][number];

/** This month's spending so far, and last month's up to the same day. Amounts in major units. */
export interface SpendingComparison {
  /** The last day of the month that has a value this month. */
  readonly day: number;
  readonly spent: number;
  readonly lastMonth: number;
}

/** Compares this month with last month. Null if no day has a value yet. */
export function compareWithLastMonth(days: readonly SpendingDay[]): SpendingComparison | null {
  const last = days.findLast(({ currentMonthSum }) => currentMonthSum !== null);
  if (last === undefined || last.currentMonthSum === null) return null;
  return { day: last.day, spent: last.currentMonthSum, lastMonth: last.previousMonthSum };
}

/** Whether this month's spending is below, above, or equal to last month's. */
export type SpendingDirection = 'less' | 'more' | 'same';

/** The direction, to the cent: both sums are rounded before they are compared. */
export function spendingDirection({ spent, lastMonth }: SpendingComparison): SpendingDirection {
  const cents = Math.round(spent * 100) - Math.round(lastMonth * 100);
  if (cents === 0) return 'same';
  return cents < 0 ? 'less' : 'more';
}

/** The on-track message with its `{lastMonth}` placeholder, and the amount to fill in. */
export function onTrackMessage(comparison: SpendingComparison, currency?: string) {
  const cents = Math.abs(
    Math.round(comparison.spent * 100) - Math.round(comparison.lastMonth * 100),
  );
  return {
    text: spendingCopy.onTrack[spendingDirection(comparison)],
    amount: formatMoney(cents / 100, currency),
  };
}
