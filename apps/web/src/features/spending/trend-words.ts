import { formatMoney, formatMonth } from '../../platform/formats.ts';
import { monthAway } from '../../platform/months.ts';
import type { CategoryRow } from './spending.api.ts';

/** What a month's values are compared with: `October`, or `the same days of October`. */
export function comparedWith(month: string, thisMonth: string): string {
  const before = formatMonth(monthAway(month, -1), 'name');
  return month === thisMonth ? `the same days of ${before}` : before;
}

/** How much more or less than before, in major units and to the cent. */
export const differenceOf = ({
  value,
  previous,
}: Pick<CategoryRow, 'value' | 'previous'>): number =>
  (Math.round(value * 100) - Math.round(previous * 100)) / 100;

/** A change in words: `Up $12.30 from $50.00 in October`. */
export function trendWords(row: CategoryRow, before: string, currency?: string): string {
  if (row.trend === 'new') return `New, nothing in ${before}`;
  if (row.trend === 'flat') return `The same as in ${before}`;
  const by = formatMoney(Math.abs(differenceOf(row)), currency);
  return `${row.trend === 'up' ? 'Up' : 'Down'} ${by} from ${formatMoney(row.previous, currency)} in ${before}`;
}

/** What the categories of a group sum to beyond it, in major units: what refunds took off. */
export function refundsWithin(group: {
  value: number;
  children: readonly { value: number }[];
}): number {
  const cents = group.children.reduce((sum, { value }) => sum + Math.round(value * 100), 0);
  return (cents - Math.round(group.value * 100)) / 100;
}
