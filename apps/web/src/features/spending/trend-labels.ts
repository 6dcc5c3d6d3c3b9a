import { formatMessage } from '@cairn/contract/text/copy';
import { addMonths } from '../../domain/months.ts';
import { formatMoney, formatMonth } from '../../platform/formats/formats.ts';
import type { CategoryRow } from './spending.api.ts';
import { spendingCopy } from './spending.copy.ts';

const copy = spendingCopy.trend;

/** The period that a month is compared with: `October`, or `the same days of October`. */
export function comparisonPeriodLabel(month: string, thisMonth: string): string {
  const previous = formatMonth(addMonths(month, -1), 'name');
  return month === thisMonth ? formatMessage(copy.sameDaysOf, { month: previous }) : previous;
}

/** The difference from the previous period, in major units, exact to the cent. */
export const changeAmount = ({
  value,
  previous,
}: Pick<CategoryRow, 'value' | 'previous'>): number =>
  (Math.round(value * 100) - Math.round(previous * 100)) / 100;

/**
 * The change as a percentage of the previous value, without a sign. Null if there is no previous spending to compare
 * with.
 */
export function changePercent(row: Pick<CategoryRow, 'value' | 'previous'>): string | null {
  if (row.previous <= 0) return null;
  const percent = Math.round((Math.abs(changeAmount(row)) / row.previous) * 100);
  if (percent > maxPercent) return `>${maxPercent}%`;
  return percent === 0 ? '<1%' : `${percent}%`;
}
/** A change of more percent than this, usually from a small amount, is shown as `>999%`. */
const maxPercent = 999;

/** A change as text: `Up $12.30 (25%) from $50.00 in October`. */
export function trendDescription(row: CategoryRow, period: string, currency?: string): string {
  if (row.trend === 'new') return formatMessage(copy.newSince, { period });
  if (row.trend === 'flat') return formatMessage(copy.sameAs, { period });
  const percent = changePercent(row);
  const values = {
    amount: formatMoney(Math.abs(changeAmount(row)), currency),
    previous: formatMoney(row.previous, currency),
    period,
  };
  if (percent === null) return formatMessage(row.trend === 'up' ? copy.up : copy.down, values);
  return formatMessage(row.trend === 'up' ? copy.upPercent : copy.downPercent, {
    ...values,
    percent,
  });
}

/** The refunds that lower a group below the sum of its categories, in major units. */
export function groupRefunds(group: {
  value: number;
  children: readonly { value: number }[];
}): number {
  const cents = group.children.reduce((sum, { value }) => sum + Math.round(value * 100), 0);
  return (cents - Math.round(group.value * 100)) / 100;
}
